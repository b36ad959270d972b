import type { InTurn } from './in-turn.ts';

/** Tasks that are run together at most. */
const MAX_TOGETHER = 50;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs what waits for one name together: whoever comes while the name is busy joins those who wait for their turn, and
 * all of them have it at once. Nobody waits longer than for the turn that is under way and the one they share.
 */
export class GatheredTurns<Item, Result> {
  readonly #turns: InTurn;
  /** Those of whom the turn has not come yet, and whom others may join. */
  readonly #open = new Map<string, Waiting<Item, Result>[]>();

  constructor(turns: InTurn) {
    this.#turns = turns;
  }

  /** @param together answers for all items, in their order. */
  run(
    name: string,
    item: Item,
    together: (items: readonly Item[]) => Promise<readonly Result[]>,
  ): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const open = this.#open.get(name);
    if (open !== undefined && open.length < MAX_TOGETHER) {
      open.push({ item, resolve, reject });
      return promise;
    }
    const group = [{ item, resolve, reject }];
    this.#open.set(name, group);
    void this.#turns.run(name, async () => {
      if (this.#open.get(name) === group) this.#open.delete(name);
      try {
        const results = await together(group.map((each) => each.item));
        for (const [index, each] of group.entries()) each.resolve(results[index] as Result);
      } catch (error) {
        for (const each of group) each.reject(error);
      }
    });
    return promise;
  }
}
