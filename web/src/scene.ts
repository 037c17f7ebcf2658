// A scene as the command line reads it, and the common one in a few words.

/** A scene file, version 1, as JSON. What a key means is in `docs/formats.md`. */
export interface Scene {
  version: 1;
  name?: string;
  method?: "mass_spring" | "relaxation" | "impulse";
  settings?: Record<string, unknown>;
  cloth: Record<string, unknown>[];
  collider?: Record<string, unknown>[];
  wind?: Record<string, unknown>;
}

/** A picture that hangs in the wind. Lengths are in the units of the page, y is up. */
export interface SheetOptions {
  /** Width and height. */
  width: number;
  height: number;
  /** Cells in a row and in a column; 16 when not given. */
  segments?: number | [number, number];
  /** What is held: the top edge, its corners, points [column, row], or nothing. */
  pins?: "top" | "corners" | "none" | [number, number][];
  /** Length of links that the first row hangs on. */
  hangers?: number;
  /** Gravity; [0, -1000, 0] when not given. */
  gravity?: [number, number, number];
  /** Wind; none when not given. */
  wind?: { direction: [number, number, number]; strength: number; gusts?: Record<string, unknown> | false };
  /** Part of the velocity lost in a second, 0 to 1; 0.8 when not given. */
  damping?: number;
  /** Frames a simulated second; 60 when not given. */
  fps?: number;
  /** As the engine of the document that the method comes from, stretch and all. */
  compat?: boolean;
}

/** The scene of a sheet around the origin. */
export function sheetScene(options: SheetOptions): Scene {
  const [across, along] = typeof options.segments === "object" ? options.segments : [options.segments ?? 16, options.segments ?? 16];
  const row = Array.from({ length: across + 1 }, (_, column): [number, number] => [column, 0]);
  const pins = options.pins ?? (options.hangers === undefined ? "top" : "none");
  const corners: [number, number][] = [[0, 0], [across, 0]];
  const held = pins === "top" ? row : pins === "corners" ? corners : pins === "none" ? [] : pins;
  const { wind } = options;
  return {
    version: 1,
    method: "impulse",
    settings: {
      fps: options.fps ?? 60,
      gravity: options.gravity ?? [0, -1000, 0],
      ...(options.compat ? { compat: true } : {}),
    },
    cloth: [
      {
        pins: held,
        grid: {
          width: options.width,
          height: options.height,
          columns: across + 1,
          rows: along + 1,
          orientation: "hanging",
          origin: [-options.width / 2, options.height / 2, 0],
        },
        material: { damping: 100 * (options.damping ?? 0.8) },
        ...(options.hangers === undefined ? {} : { hanger_length: options.hangers }),
      },
    ],
    ...(wind === undefined
      ? {}
      : {
          wind: {
            direction: wind.direction,
            strength: wind.strength,
            // a picture has some tenths of a noise unit from edge to edge, whatever its points
            ...(wind.gusts === false ? {} : { gusts: wind.gusts ?? { scale: 0.4 / across, frequency: 1, seed: 1 } }),
          },
        }),
  };
}
