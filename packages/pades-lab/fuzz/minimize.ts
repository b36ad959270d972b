/** Tries candidates, and keeps the last that still fails. */
class Attempts {
  best: Uint8Array;
  readonly #stillFails: (candidate: Uint8Array) => Promise<boolean>;
  #left: number;

  constructor(input: Uint8Array, stillFails: (candidate: Uint8Array) => Promise<boolean>, maxRuns: number) {
    this.best = input;
    this.#stillFails = stillFails;
    this.#left = maxRuns;
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  async try(candidate: Uint8Array): Promise<boolean> {
    this.#left -= 1;
    const fails = await this.#stillFails(candidate);
    if (fails) this.best = candidate;
    return fails;
  }
}

/**
 * Makes an input smaller while it still does what it did: takes away ever smaller pieces, then makes
 * bytes plain.
 *
 * @param stillFails whether a candidate does it too
 * @param maxRuns candidates tried at most
 */
export async function minimize(
  input: Uint8Array,
  stillFails: (candidate: Uint8Array) => Promise<boolean>,
  maxRuns: number,
): Promise<Uint8Array> {
  const attempts = new Attempts(input, stillFails, maxRuns);
  for (let piece = Math.ceil(input.length / 2); piece >= 1; piece = piece >> 1) {
    for (let at = 0; at < attempts.best.length && !attempts.isOver;) {
      const { best } = attempts;
      const candidate = Buffer.concat([best.subarray(0, at), best.subarray(at + piece)]);
      if (!(await attempts.try(candidate))) at += piece;
    }
  }
  for (let at = 0; at < attempts.best.length && !attempts.isOver; at += 1) {
    if (attempts.best[at] === 0x20) continue;
    const candidate = Uint8Array.from(attempts.best);
    candidate[at] = 0x20;
    await attempts.try(candidate);
  }
  return attempts.best;
}
