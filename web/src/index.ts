export { type City, type CityBox, createCity } from "./city.js";
export { Cloth, createCloth } from "./cloth.js";
export { load } from "./engine.js";
export { MuslinError, type MuslinErrorCode } from "./error.js";
export { type Scene, type SheetOptions, sheetScene } from "./scene.js";
export { WindVane } from "./wind-vane.js";
