/** Lets so many run at once; the others wait their turn, first come first served. */
export class Turns {
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(size: number) {
    this.#size = size;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    // A turn that is freed while others wait is handed on, never up for grabs.
    if (this.#taken === this.#size) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#taken += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken -= 1;
    }
  }
}
