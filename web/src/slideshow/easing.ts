// Eases, and tweens that play them.

export type Ease = (p: number) => number;

const out = (power: number): Ease => (p) => 1 - (1 - p) ** power;

/** Slowing down: quadratically unless more is said. */
export const easeOut = out(2);
export const easeOutCubic = out(3);
export const easeOutQuart = out(4);
export const easeOutQuint = out(5);
/** Speeding up. */
export const easeInQuart: Ease = (p) => p ** 4;

type Numbers = Record<string, number>;

interface Tween {
  of: Numbers;
  to: Numbers;
  from: Numbers | undefined;
  time: number;
  duration: number;
  ease: Ease;
  done: (() => void) | undefined;
}

/**
 * Tweens that play at once, in the order in which they were made: where two change one number, the newest has the last word. Each begins
 * with what it finds when it plays first.
 */
export class Tweens {
  #playing: Tween[] = [];
  readonly #round: (value: number) => number;

  /** `decimals` to round every value to, as the animation library of the document does; exact when not given. */
  constructor(decimals?: number) {
    const unit = 10 ** (decimals ?? 0);
    this.#round = decimals === undefined ? (value) => value : (value) => Math.round(value * unit) / unit;
  }

  /** Brings numbers of `of` to those of `to` in some seconds. */
  add<T extends { [K in keyof T]: number }>(of: T, to: Partial<T>, duration: number, ease: Ease = easeOut, done?: () => void): void {
    const numbers = of as unknown as Numbers;
    this.#playing.push({ of: numbers, to: to as Numbers, from: undefined, time: 0, duration, ease, done });
  }

  /** Ends all that change numbers of `of`, where they are. */
  stop(of: object): void {
    this.#playing = this.#playing.filter((tween) => tween.of !== of);
  }

  get count(): number {
    return this.#playing.length;
  }

  advance(seconds: number): void {
    const ended: Tween[] = [];
    for (const tween of this.#playing) {
      tween.from ??= Object.fromEntries(Object.keys(tween.to).map((key) => [key, tween.of[key]!]));
      tween.time += seconds;
      // sums of sixtieths fall short of a duration by rounding
      const p = tween.time >= tween.duration - 1e-9 ? 1 : tween.time / tween.duration;
      for (const [key, to] of Object.entries(tween.to)) {
        const from = tween.from[key]!;
        tween.of[key] = p === 1 ? to : this.#round(from + (to - from) * tween.ease(p));
      }
      if (p === 1) ended.push(tween);
    }
    this.#playing = this.#playing.filter((tween) => !ended.includes(tween));
    for (const { done } of ended) done?.();
  }
}
