import type { Seed } from './corpus/seed.ts';
import { Random } from './random.ts';
import type { Surroundings, Target } from './targets/target.ts';

/** What inputs are made of: seeds, and mutants that reached something new. */
export class Stock {
  readonly seeds: readonly Seed[];
  readonly kept: Uint8Array[] = [];
  readonly #weights: readonly number[];
  readonly #total: number;

  constructor(seeds: readonly Seed[]) {
    this.seeds = seeds;
    this.#weights = seeds.map(({ weight = 1 }) => weight);
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0);
  }

  any(random: Random): Uint8Array {
    if (this.kept.length > 0 && random.chance(0.6)) return random.pick(this.kept) as Uint8Array;
    return this.seed(random);
  }

  seed(random: Random): Uint8Array {
    let left = (random.next() / 2 ** 32) * this.#total;
    const index = this.#weights.findIndex((weight) => (left -= weight) < 0);
    return (this.seeds[Math.max(0, index)] as Seed).bytes;
  }
}

/** Larger ones only take longer. */
const MAX_INPUT_BYTES = 200_000;

/** Input number `index` of a run: the same for the same seed and stock, wherever it is made. */
export async function inputOf(
  target: Target,
  stock: Stock,
  at: Surroundings,
  name: readonly (string | number)[],
): Promise<Uint8Array> {
  const random = new Random(...name);
  const mutated = await target.mutate(stock.any(random), random, stock.seed(random), at);
  return mutated.subarray(0, MAX_INPUT_BYTES);
}
