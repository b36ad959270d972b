import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EventStore } from '../port.ts';
import { describeAppend } from './append-contract.ts';
import type { EventStoreUnderTest } from './event-store-under-test.ts';
import { describeAgainstModel } from './model-contract.ts';
import { describeReading } from './read-contract.ts';
import { describeSubscribing } from './subscribe-contract.ts';
import { collect, numberedEvents, uniquePrefix } from './test-events.ts';

/**
 * The contract suite of the port: an adapter's test file calls it and nothing more. It uses names of its own, so the
 * store may hold other events and be written to by others meanwhile.
 */
export function describeEventStore(name: string, make: () => Promise<EventStoreUnderTest>): void {
  describe(`event store: ${name}`, () => {
    let current: EventStoreUnderTest;
    const getStore = (): EventStore => current.store;

    beforeAll(async () => {
      current = await make();
    });

    afterAll(async () => {
      for (const store of [current.store, ...(current.others ?? [])]) await store.close();
      await current.dispose?.();
    });

    describeAppend(getStore);
    describeReading(getStore);
    describeSubscribing(getStore);
    describeAgainstModel(() => current);
  });

  describe(`event store: ${name}, closing`, () => {
    test('ends the subscriptions', async () => {
      const { store, others = [], dispose } = await make();
      await store.append(`${uniquePrefix()}a`, numberedEvents(1), { expected: 'noStream' });
      const { signal } = new AbortController();
      const subscription = collect(store.subscribe({ after: await store.head(), signal }));
      for (const each of [store, ...others]) await each.close();
      expect((await subscription).filter(({ kind }) => kind === 'events')).toEqual([]);
      await dispose?.();
    });
  });
}
