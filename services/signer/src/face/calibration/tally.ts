/**
 * How many comparisons have each similarity, in tenths of a point: millions of them take the room of a thousand
 * numbers.
 */
export class Tally {
  readonly #counts = new Uint32Array(1001);
  #total = 0;

  add(similarity: number): void {
    const tenths = Math.round(similarity * 10);
    this.#counts[tenths] = (this.#counts[tenths] ?? 0) + 1;
    this.#total += 1;
  }

  get total(): number {
    return this.#total;
  }

  /** How many reached at least so much. */
  atLeast(similarity: number): number {
    return this.#counts.subarray(Math.round(similarity * 10)).reduce((sum, count) => sum + count, 0);
  }
}

/**
 * A share of trials, and between what it lies with a probability of 95 %, were the trials independent of each other.
 */
export interface Rate {
  share: number;
  low: number;
  high: number;
}

/** 97.5 % of a standard normal distribution lies below. */
const Z = 1.96;

/** Wilson's score interval: sound for few trials and for none that hit, where the plain one would be of no width. */
export function rateOf(hits: number, trials: number): Rate | undefined {
  if (trials === 0) return undefined;
  const share = hits / trials;
  const scale = 1 + Z ** 2 / trials;
  const middle = (share + Z ** 2 / (2 * trials)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2));
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
