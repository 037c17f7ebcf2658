// How the list of slides moves: drag, wheel, inertia, endless wrap, snap, roll of the camera, squash of the slides.

import { easeOut, easeOutQuint, Tweens } from "./easing.js";
import { type Layout, ROLL } from "./layout.js";

/** What a pixel of the pointer, and of the wheel, moves the list by. */
const DRAG = -4.5;
const WHEEL = 1.5;
const LARGEST_WHEEL = 100;
/** Part of its way that the list goes in a sixtieth of a second. */
const FOLLOW = 0.065;
/** Speed per pixel that is left to go, and what it does. */
const SPEED = 0.0005;
const ROLL_BY_SPEED = -0.2;
const LEAST_WIDTH = 0.8;
/** Seconds. */
const SNAP = 0.4;
const SNAP_MOBILE = 0.2;
const SNAP_DELAY = 0.1;
const LONG_DELAY = 1;
const ROLL_TIME = 1;
const SQUASH_TIME = 0.5;

/** `m` to `M`, repeated. */
export function wrap(m: number, M: number, value: number): number {
  const range = M - m;
  return ((range + ((value - m) % range)) % range) + m;
}

export interface SliderOptions {
  /** As the document has it: a step a frame, whatever the display's rate, and numbers rounded. */
  compat?: boolean;
  /** Told when the list has snapped, with the slide in the middle. */
  onSnap?: (slide: number) => void;
}

/** The list of slides. */
export class Slider {
  readonly #compat: boolean;
  readonly #onSnap: ((slide: number) => void) | undefined;
  readonly #tweens: Tweens;
  #layout!: Layout;
  /** Where the list is going, and what of that is tweened. */
  readonly #goal = { target: 0 };
  #offset = 0;
  #start: number | undefined;
  #snapIn: number | undefined;
  readonly #camera = { roll: -ROLL };
  readonly #tile = { width: 1 };
  current = 0;
  rounded = 0;
  speed = 0;
  /** Middle of each slide, up positive, and whether it is in the window. */
  y: number[] = [];
  visible: boolean[] = [];

  constructor(layout: Layout, options: SliderOptions = {}) {
    this.#compat = options.compat ?? false;
    this.#onSnap = options.onSnap;
    this.#tweens = new Tweens(this.#compat ? 6 : undefined);
    this.layout = layout;
  }

  get layout(): Layout {
    return this.#layout;
  }

  /** Another size of the window: the slide in the middle stays there. */
  set layout(layout: Layout) {
    const before = this.#layout as Layout | undefined;
    this.#layout = layout;
    if (before === undefined) {
      this.#tile.width = layout.slideWidth;
      this.y = layout.slides.map(({ y0 }) => y0);
    } else {
      const scale = layout.pitch / before.pitch;
      this.#tweens.stop(this.#goal);
      this.#goal.target *= scale;
      this.#offset = this.#goal.target;
      this.current *= scale;
      this.#tile.width *= layout.slideWidth / before.slideWidth;
      this.#settle(SNAP_DELAY);
    }
    this.#place();
  }

  get target(): number {
    return this.#goal.target;
  }

  /** Roll of the camera in radians. */
  get roll(): number {
    return this.#camera.roll;
  }

  /** Width that the slides are drawn with. */
  get tileWidth(): number {
    return this.#tile.width;
  }

  get dragging(): boolean {
    return this.#start !== undefined;
  }

  /** The slide whose middle is nearest to the window's. */
  get middle(): number {
    return this.y.reduce((best, y, index) => (Math.abs(y) < Math.abs(this.y[best]!) ? index : best), 0);
  }

  press(y: number): void {
    this.#tweens.stop(this.#goal);
    this.#start = y;
    this.#offset = this.#goal.target;
    this.#snapIn = undefined;
  }

  drag(y: number): void {
    if (this.#start !== undefined) this.#goal.target = this.#offset + DRAG * (y - this.#start);
  }

  /** `left` where the pointer left the window. */
  release(left = false): void {
    if (this.#start === undefined) return;
    this.#start = undefined;
    this.#offset = this.#goal.target;
    this.#settle(left && this.layout.desktop ? 0 : this.#delay);
  }

  wheel(delta: number): void {
    this.#tweens.stop(this.#goal);
    this.#offset = this.#goal.target + WHEEL * Math.min(Math.max(delta, -LARGEST_WHEEL), LARGEST_WHEEL);
    this.#goal.target = this.#offset;
    this.#settle(Math.abs(this.target - this.current) >= 200 ? LONG_DELAY : this.#delay);
  }

  /** Goes to the slide so many further. */
  go(count: number): void {
    this.#tweens.stop(this.#goal);
    this.#snapIn = undefined;
    const nearest = Math.round(this.target / this.layout.pitch) * this.layout.pitch;
    this.#snapTo(nearest - count * this.layout.pitch);
  }

  /** Brings the nearest slide to the middle. */
  snap(): void {
    this.#snapIn = undefined;
    this.#snapTo(this.rounded - this.y[this.middle]!);
  }

  /** Plays what is under way: first in each frame. */
  play(seconds: number): void {
    this.#tweens.advance(seconds);
    if (this.#snapIn === undefined || this.dragging) return;
    this.#snapIn -= seconds;
    // sums of sixtieths fall short of a delay by rounding
    if (this.#snapIn < 1e-9) this.snap();
  }

  /** Moves the list by so much time: after the pointer's events. */
  move(seconds: number): void {
    const part = this.#compat ? FOLLOW : 1 - (1 - FOLLOW) ** (60 * seconds);
    this.current += part * (this.target - this.current);
    this.rounded = this.#compat ? Math.round(this.current * 100) / 100 : this.current;
    this.speed = SPEED * (this.target - this.current);
    this.#place();
    const roll = -ROLL + ROLL_BY_SPEED * this.speed;
    const width = this.layout.slideWidth * Math.min(Math.max(1 - Math.abs(this.speed), LEAST_WIDTH), 1);
    if (this.#compat) {
      this.#tweens.add(this.#camera, { roll }, ROLL_TIME, easeOutQuint);
      this.#tweens.add(this.#tile, { width }, SQUASH_TIME, easeOut);
    } else {
      // the same in the mean as a new tween each sixtieth, which the one a frame later overrules
      const follow = (time: number, power: number) => 1 - (1 - 1 / (60 * time)) ** (power * 60 * seconds);
      this.#camera.roll += follow(ROLL_TIME, 5) * (roll - this.#camera.roll);
      this.#tile.width += follow(SQUASH_TIME, 2) * (width - this.#tile.width);
    }
  }

  /** A whole frame without events. */
  advance(seconds: number): void {
    this.play(seconds);
    this.move(seconds);
  }

  /** The slide that is in the middle when the list is where it is going. */
  get #arriving(): number {
    const { slides, pitch } = this.layout;
    const distances = slides.map(({ wrapMin, wrapMax }, index) => Math.abs(wrap(wrapMin, wrapMax, this.target) + index * pitch));
    return distances.indexOf(Math.min(...distances));
  }

  get #delay(): number {
    return this.layout.desktop ? SNAP_DELAY : LONG_DELAY;
  }

  #settle(delay: number): void {
    this.#snapIn = delay;
  }

  #snapTo(target: number): void {
    const time = this.layout.desktop ? SNAP : SNAP_MOBILE;
    this.#tweens.add(this.#goal, { target }, time, easeOut, () => {
      this.#offset = this.target;
      this.#onSnap?.(this.#arriving);
    });
  }

  #place(): void {
    const { slides, pitch, height, reach } = this.layout;
    slides.forEach(({ wrapMin, wrapMax, top, bottom }, index) => {
      const shift = wrap(wrapMin, wrapMax, this.rounded);
      // the document leaves a shift of exactly nothing out
      if (shift !== 0 || !this.#compat) this.y[index] = shift + index * pitch;
      this.visible[index] = top + shift < 50 + height + reach && bottom + shift > -50;
    });
  }
}
