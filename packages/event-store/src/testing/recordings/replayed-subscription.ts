import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { AllStreamSubscription, KurrentDBClient, ResolvedEvent } from '@kurrent/kurrentdb-client';

import type { Place } from './known-positions.ts';
import type { RecordedNames } from './recorded-names.ts';
import type { RecordedSubscription, SubscriptionItem } from './recording.ts';

type Item =
  | string
  | { checkpoint: Place }
  | { caughtUp: Place | undefined }
  | { fellBehind: Place | undefined };

/** A subscription of a recording, opened again, with what has come to it. */
export class ReplayedSubscription {
  readonly #names: RecordedNames;
  readonly #subscription: AllStreamSubscription;
  readonly #caughtUp: Promise<unknown>;
  readonly #items: Item[] = [];

  constructor(
    client: KurrentDBClient,
    names: RecordedNames,
    { from, filter, maxSearchWindow, checkpointInterval = 1 }: RecordedSubscription,
  ) {
    this.#names = names;
    const options = {
      checkpointInterval,
      ...(maxSearchWindow === undefined ? {} : { maxSearchWindow }),
      checkpointReached: (_subscription: unknown, checkpoint: Place) => void this.#items.push({ checkpoint }),
    };
    this.#subscription = client.subscribeToAll({
      fromPosition: names.place(from),
      ...(filter ? { filter: names.filter(filter, options) } : {}),
    });
    this.#subscription.on('data', ({ event }: ResolvedEvent) => {
      if (event) this.#items.push(names.learned(event));
    });
    this.#subscription.on('fellBehind', ({ position }) => void this.#items.push({ fellBehind: position }));
    this.#caughtUp = once(this.#subscription, 'caughtUp');
  }

  /** How many items came that were not taken. */
  get waiting(): number {
    return this.#items.length;
  }

  async untilCaughtUp(): Promise<SubscriptionItem[]> {
    const [{ position }] = (await this.#caughtUp) as [{ position?: Place }];
    await this.#quiet();
    this.#items.push({ caughtUp: position });
    return this.take();
  }

  /** What came since it was last asked. Places are named by all that came. */
  take(): SubscriptionItem[] {
    return this.#items.splice(0).map((item) => {
      if (typeof item === 'string') return item;
      const named = Object.entries(item).map(([kind, place]) => [kind, this.#names.positions.name(place)]);
      return Object.fromEntries(named) as SubscriptionItem;
    });
  }

  async close(): Promise<void> {
    await this.#subscription.unsubscribe();
  }

  /** The client says "caught up" at once, and hands events on through a buffer. */
  async #quiet(): Promise<void> {
    for (let [before, turns] = [this.waiting, 0]; turns < 3; turns++) {
      await nextTurn();
      if (this.waiting !== before) [before, turns] = [this.waiting, -1];
    }
  }
}
