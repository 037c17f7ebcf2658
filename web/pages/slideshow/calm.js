// The document's way to end a motion: the cloth falls asleep and is brought back to its flat rest.

import { easeOutCubic } from "../../lib/slideshow/index.js";

const TIME = 0.8;

export class Calm {
  #mesh;
  #from;
  #flat;
  #time = 0;

  constructor(mesh) {
    this.#mesh = mesh;
    this.#flat = mesh.cloth.positions.slice();
  }

  /** Puts the cloth to sleep where it is. */
  begin() {
    this.#mesh.cloth.sleep();
    this.#from = this.#mesh.cloth.positions.slice();
    this.#time = 0;
  }

  /** The cloth of a slide that comes to the middle begins flat. */
  restart() {
    this.#from = undefined;
    this.#mesh.cloth.reset();
    this.#mesh.cloth.wake();
    this.#mesh.refresh();
  }

  /** Flattens on; whether that is not over or the cloth was not woken since. */
  advance(seconds) {
    if (this.#from === undefined) return false;
    const before = this.#time;
    this.#time += seconds;
    if (before >= TIME) {
      this.restart();
      return false;
    }
    const ease = easeOutCubic(Math.min(this.#time / TIME, 1));
    const shown = this.#mesh.cloth.positions;
    this.#from.forEach((from, i) => (shown[i] = from + (this.#flat[i] - from) * ease));
    this.#mesh.refresh();
    return true;
  }
}
