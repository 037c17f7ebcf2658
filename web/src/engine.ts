// The WebAssembly module: loaded once, whoever asks first.

import init, { City as EngineCity, Cloth as EngineCloth } from "./engine/muslin_web.js";
import type { InitInput, InitOutput } from "./engine/muslin_web.js";
import { MuslinError } from "./error.js";

export { EngineCity, EngineCloth };

let loading: Promise<InitOutput> | undefined;
let memory: WebAssembly.Memory | undefined;

/**
 * Loads the engine. Called by itself where it is needed; call it first to load the module from somewhere else: an address, a response,
 * bytes or a compiled module.
 */
export async function load(module?: InitInput | Promise<InitInput>): Promise<void> {
  if (typeof WebAssembly === "undefined") {
    throw new MuslinError("no-wasm", "This browser has no WebAssembly, which the cloth is computed with.");
  }
  loading ??= module === undefined ? init() : init({ module_or_path: module });
  try {
    memory = (await loading).memory;
  } catch (cause) {
    loading = undefined;
    throw new MuslinError("no-wasm", "The cloth's engine could not be loaded: is muslin_web_bg.wasm beside its script?", cause);
  }
}

/** The engine's memory. It is another buffer after the memory has grown. */
export function buffer(): ArrayBuffer {
  if (memory === undefined) throw new MuslinError("no-wasm", "The engine is not loaded yet.");
  return memory.buffer as ArrayBuffer;
}
