// What draws: WebGPU where there is one, WebGL 2 otherwise, and a plain sentence where there is neither.

import { WebGPURenderer } from "three/webgpu";
import { MuslinError } from "../../lib/index.js";

/** A renderer for a canvas. */
export async function createRenderer(canvas, options = {}) {
  const renderer = new WebGPURenderer({ canvas, antialias: true, ...options });
  try {
    await renderer.init();
  } catch (cause) {
    throw new MuslinError("no-graphics", "This browser draws neither with WebGPU nor with WebGL 2, so there is nothing to see here.", cause);
  }
  return renderer;
}

/** Runs a page, and says in a sentence what stops it. */
export async function run(start) {
  // seen from the index: only what it shows
  if (new URLSearchParams(location.search).has("thumbnail")) document.documentElement.classList.add("thumbnail");
  try {
    await start();
  } catch (error) {
    const status = document.getElementById("status") ?? document.body.appendChild(document.createElement("p"));
    status.textContent = error instanceof MuslinError ? error.message : "This page does not work here.";
    if (!(error instanceof MuslinError)) throw error;
  }
}

/** Fits a canvas to its place in the page, at every size. */
export function fit(canvas, renderer, onFit) {
  const apply = () => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(clientWidth, clientHeight, false);
    onFit(clientWidth / clientHeight);
  };
  new ResizeObserver(apply).observe(canvas);
  apply();
}

/** Calls back in each frame of the display with the seconds that passed, until it is stopped. A hidden page owes nothing. */
export class Loop {
  #frame;
  #request = 0;
  #last;

  constructor(frame) {
    this.#frame = frame;
    document.addEventListener("visibilitychange", () => (this.#last = undefined));
  }

  get runs() {
    return this.#request !== 0;
  }

  start() {
    this.stop();
    const step = (now) => {
      this.#request = requestAnimationFrame(step);
      const seconds = this.#last === undefined ? 0 : (now - this.#last) / 1000;
      this.#last = now;
      this.#frame(seconds);
    };
    this.#request = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#last = undefined;
  }
}
