import { EngineCloth, buffer, load } from "./engine.js";
import { MuslinError } from "./error.js";
import { type Scene, type SheetOptions, sheetScene } from "./scene.js";

/** A scene that runs. The arrays are views of the engine's memory: look at them anew after each call, do not keep them. */
export class Cloth {
  #engine: EngineCloth | undefined;
  #buffer: ArrayBuffer | undefined;
  #positions!: Float32Array;
  #normals!: Float32Array;
  #uv!: Float32Array;
  #triangles!: Uint32Array;

  /** Use {@link createCloth}, which loads the engine first. */
  constructor(engine: EngineCloth) {
    this.#engine = engine;
  }

  get #live(): EngineCloth {
    if (this.#engine === undefined) throw new MuslinError("freed", "This cloth was disposed of.");
    return this.#engine;
  }

  #refresh(): void {
    const engine = this.#live;
    engine.draw();
    const memory = buffer();
    if (this.#buffer === memory) return;
    this.#buffer = memory;
    const count = engine.vertices();
    this.#positions = new Float32Array(memory, engine.positions(), 3 * count);
    this.#normals = new Float32Array(memory, engine.normals(), 3 * count);
    this.#uv = new Float32Array(memory, engine.uv(), 2 * count);
    this.#triangles = new Uint32Array(memory, engine.triangles(), 3 * engine.triangle_count());
  }

  /** x, y, z of each vertex. */
  get positions(): Float32Array {
    this.#refresh();
    return this.#positions;
  }

  /** x, y, z of the unit normal at each vertex. */
  get normals(): Float32Array {
    this.#refresh();
    return this.#normals;
  }

  /** u, v of each vertex, v from the first row on. */
  get uv(): Float32Array {
    this.#refresh();
    return this.#uv;
  }

  /** Three vertices of each triangle. */
  get triangles(): Uint32Array {
    this.#refresh();
    return this.#triangles;
  }

  /** Simulates so many frames, 1 when not given. */
  step(frames = 1): void {
    if (!Number.isInteger(frames) || frames < 0) {
      throw new MuslinError("bad-number", `Frames are a whole number from 0, found ${frames}.`);
    }
    this.#live.step(frames);
  }

  /**
   * Simulates the frames that `seconds` more of real time are owed, 15 at most, and says how many: simulated time keeps up with the
   * clock on every display, and a page that was hidden goes on where it was.
   */
  advance(seconds: number): number {
    if (!Number.isFinite(seconds)) throw new MuslinError("bad-number", `Seconds are a number, found ${seconds}.`);
    return this.#live.advance(seconds);
  }

  /** Starts again. */
  reset(): void {
    this.#live.reset();
  }

  /** Stays as it is, without velocity, until it is woken. */
  sleep(): void {
    this.#live.sleep();
  }

  wake(): void {
    this.#live.wake();
  }

  /** Where the wind blows to, and how strong: an acceleration of `strength` times `direction`. */
  setWind(direction: readonly [number, number, number], strength: number): void {
    this.#guard(() => this.#live.set_wind(...direction, strength));
  }

  /** The table of the wind's noise: a permutation of 0 to 255. */
  setNoise(table: Uint8Array): void {
    this.#guard(() => this.#live.set_noise(table));
  }

  /** Adds a velocity to all that is not held. */
  push(velocity: readonly [number, number, number]): void {
    this.#guard(() => this.#live.push(...velocity));
  }

  /** Holds a vertex at a place until it is released. */
  hold(vertex: number, place: readonly [number, number, number]): void {
    this.#guard(() => this.#live.hold(vertex, ...place));
  }

  release(vertex: number): void {
    this.#live.release(vertex);
  }

  /** The vertex nearest to where a ray meets the cloth; none if it does not. */
  pick(origin: readonly [number, number, number], direction: readonly [number, number, number]): number | undefined {
    const vertex = this.#live.pick(...origin, ...direction);
    return vertex < 0 ? undefined : vertex;
  }

  /** Hash of the exact positions: the same on every machine. */
  get hash(): string {
    return this.#live.hash();
  }

  /** Sub-steps since the start. */
  get steps(): number {
    return this.#live.steps();
  }

  /** Simulated time in seconds. */
  get time(): number {
    return this.#live.time();
  }

  /** Frames a simulated second. */
  get fps(): number {
    return this.#live.fps();
  }

  /** Points in a row, and rows, of the first cloth. */
  get grid(): [number, number] {
    return [this.#live.columns(), this.#live.rows()];
  }

  /** Middle and radius of each ball, four numbers each. */
  get spheres(): Float32Array {
    return this.#live.spheres();
  }

  /** Largest stretch, as a part of a length. */
  get strain(): number {
    return this.#live.strain();
  }

  /** What is doubtful about the scene, a line each. */
  get warnings(): string {
    return this.#live.warnings();
  }

  /** Frees the engine's memory of this cloth. */
  dispose(): void {
    this.#engine?.free();
    this.#engine = undefined;
    this.#buffer = undefined;
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (message) {
      throw new MuslinError("bad-number", `${sentence(message)}`);
    }
  }
}

function sentence(message: unknown): string {
  const text = message instanceof Error ? message.message : String(message);
  return text.endsWith(".") ? text : `${text}.`;
}

/** A cloth of a scene, or of a sheet in a few words. */
export async function createCloth(what: Scene | SheetOptions): Promise<Cloth> {
  await load();
  const scene = "version" in what ? what : sheetScene(checked(what));
  try {
    return new Cloth(new EngineCloth(JSON.stringify(scene)));
  } catch (message) {
    throw new MuslinError("bad-scene", `This scene cannot be simulated:\n${message instanceof Error ? message.message : message}`);
  }
}

function checked(options: SheetOptions): SheetOptions {
  for (const key of ["width", "height"] as const) {
    const value = options[key];
    if (!(value > 0 && Number.isFinite(value))) {
      throw new MuslinError("bad-number", `The ${key} of a sheet is a number above 0, found ${value}.`);
    }
  }
  return options;
}
