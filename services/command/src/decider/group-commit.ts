import type { KeyedMutex } from './keyed-mutex.ts';

/** Tasks that are run together at most. */
const MAX_TOGETHER = 50;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: what comes for a name while it is locked is collected, and run together once the lock is free. Nothing
 * waits longer than for the group that is running and its own.
 */
export class GroupCommit<Item, Result> {
  readonly #mutex: KeyedMutex;
  /** Groups that have not begun, which others may join. */
  readonly #open = new Map<string, Waiting<Item, Result>[]>();

  constructor(mutex: KeyedMutex) {
    this.#mutex = mutex;
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
    void this.#mutex.run(name, async () => {
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
