// Where the wind blows to, and how it turns there.

type Direction = [number, number, number];

/** A direction that follows what it is given, quadratically slowing down; the newest turn counts. */
export class WindVane {
  #from: Direction;
  #to: Direction;
  #time: number;
  readonly #turn: number;

  /** `turn`: seconds that a turn takes. */
  constructor(direction: Direction, turn = 0.8) {
    this.#time = turn;
    this.#turn = turn;
    this.#from = direction;
    this.#to = direction;
  }

  get direction(): Direction {
    const p = Math.min(this.#time / this.#turn, 1);
    const ease = 1 - (1 - p) * (1 - p);
    return [0, 1, 2].map((axis) => this.#from[axis]! + (this.#to[axis]! - this.#from[axis]!) * ease) as Direction;
  }

  turn(to: Direction): void {
    this.#from = this.direction;
    this.#to = to;
    this.#time = 0;
  }

  advance(seconds: number): Direction {
    this.#time += seconds;
    return this.direction;
  }
}
