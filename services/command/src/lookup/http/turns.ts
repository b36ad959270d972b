import { SourceUnavailable } from '../source.ts';

/** Lets a few in at a time; whoever waits longer than `patienceMs` is turned away. */
export class Turns {
  readonly #atOnce: number;
  readonly #patienceMs: number;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number, patienceMs: number) {
    this.#atOnce = atOnce;
    this.#patienceMs = patienceMs;
  }

  /** @throws SourceUnavailable when it takes too long to get in */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#inside >= this.#atOnce) await this.#wait();
    else this.#inside++;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#inside--;
      else next();
    }
  }

  /** Resolves once somebody who leaves gives their place over. */
  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new SourceUnavailable('too many ask at once'));
      }, this.#patienceMs);
      this.#waiting.push(enter);
    });
  }
}
