import { EngineCity, buffer, load } from "./engine.js";
import { MuslinError } from "./error.js";

/** A box of a city: middle and half sides, and colour as displayed, 0 to 255. */
export interface CityBox {
  center: [number, number, number];
  half: [number, number, number];
  color: [number, number, number];
}

/** A procedural city. */
export interface City {
  buildings: number;
  boxes: CityBox[];
}

const BYTES = 32;

/** The city, or grid of cities, that grows from a seed: a number of 32 bits, or its text in decimal or hexadecimal. */
export async function createCity(seed: number | string, grid: [number, number] = [1, 1]): Promise<City> {
  await load();
  let engine: EngineCity;
  try {
    engine = new EngineCity(String(seed), ...grid);
  } catch (message) {
    throw new MuslinError("bad-scene", `${message instanceof Error ? message.message : message}.`);
  }
  const view = new DataView(buffer(), engine.instances(), BYTES * engine.boxes());
  const boxes = Array.from({ length: engine.boxes() }, (_, index): CityBox => {
    const float = (at: number) => view.getFloat32(BYTES * index + 4 * at, true);
    const byte = (at: number) => view.getUint8(BYTES * index + 24 + at);
    return {
      center: [float(0), float(1), float(2)],
      half: [float(3), float(4), float(5)],
      color: [byte(0), byte(1), byte(2)],
    };
  });
  const city = { buildings: engine.buildings(), boxes };
  engine.free();
  return city;
}
