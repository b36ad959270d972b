import { createTestDatabase } from '@lacre/postgres/testing';
import { describe, expect, test } from 'vitest';

import { EventStoreDecorator } from '../event-store-decorator.ts';
import { createMemoryEventStore } from '../memory/index.ts';
import type { Filter, SubscribeOptions, SubscriptionMessage } from '../port.ts';
import { createPostgresEventStore } from '../postgres/index.ts';
import {
  appendToEnd,
  collect,
  describeEventStore,
  eventsIn,
  numberedEvents,
  readUntil,
  testEvent,
} from '../testing/index.ts';
import { MAX_WAITING_EVENTS } from './line.ts';
import { shareSubscriptions } from './shared-subscriptions.ts';

describeEventStore('memory, subscriptions shared', () =>
  Promise.resolve({ store: shareSubscriptions(createMemoryEventStore()) }),
);

describeEventStore('Postgres, subscriptions shared', async () => {
  const database = await createTestDatabase();
  const { connectionString } = database;
  return {
    store: shareSubscriptions(await createPostgresEventStore({ connectionString })),
    others: [await createPostgresEventStore({ connectionString })],
    dispose: () => database.drop(),
  };
});

/** A store that tells which subscriptions are open, and whose messages can be made to fail. */
class WatchedEventStore extends EventStoreDecorator {
  readonly open = new Set<SubscribeOptions>();
  faultOf = (_message: SubscriptionMessage): Error | undefined => undefined;

  override async *subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage> {
    this.open.add(options);
    try {
      for await (const message of this.store.subscribe(options)) {
        const fault = this.faultOf(message);
        if (fault !== undefined) throw fault;
        yield message;
      }
    } finally {
      this.open.delete(options);
    }
  }
}

function watched() {
  const below = new WatchedEventStore(createMemoryEventStore());
  return { store: shareSubscriptions(below), below };
}

const numbers = (messages: readonly SubscriptionMessage[]) => eventsIn(messages).map(({ data }) => data['n']);

describe('subscriptions that are shared', () => {
  test('read the log once for all that have caught up, each by its own filter', async () => {
    const { store, below } = watched();
    await appendToEnd(store, 'a-1', numberedEvents(3));
    let caughtUp = 0;
    const follow = (filter: Filter | undefined, events: number) =>
      readUntil(store, { after: 'start', ...(filter && { filter }) }, (messages) => {
        if (messages.at(-1)?.kind === 'caughtUp') caughtUp += 1;
        return eventsIn(messages).length >= events;
      });
    const followers = [
      follow(undefined, 7),
      follow({ streamPrefixes: ['a-'] }, 5),
      follow({ streamPrefixes: ['b-'] }, 2),
    ];
    await expect.poll(() => caughtUp).toBe(3);
    await expect.poll(() => below.open.size).toBe(1);
    expect([...below.open].map(({ filter }) => filter)).toEqual([undefined]);
    await appendToEnd(store, 'b-1', numberedEvents(2));
    await appendToEnd(store, 'a-1', numberedEvents(2));
    const [all, a, b] = await Promise.all(followers);
    expect(numbers(all ?? [])).toEqual([0, 1, 2, 0, 1, 0, 1]);
    expect(numbers(a ?? [])).toEqual([0, 1, 2, 0, 1]);
    expect(numbers(b ?? [])).toEqual([0, 1]);
    await expect.poll(() => below.open.size).toBe(0);
  });

  test('give a reader who is too far behind the missed events, in order, without a second "caught up"', async () => {
    const { store } = watched();
    const total = 3 * MAX_WAITING_EVENTS;
    const written = Promise.withResolvers<void>();
    const slow = readUntil(store, { after: 'start' }, async (messages) => {
      // The first live message is held back until all is written.
      if (eventsIn(messages).length > 0) await written.promise;
      return eventsIn(messages).length >= total;
    });
    const quick = readUntil(store, { after: 'start' }, (messages) => eventsIn(messages).length >= total);
    for (let n = 0; n < total; n += 1000)
      await store.append(`s-${n}`, numberedEvents(1000), { expected: 'noStream' });
    written.resolve();
    for (const messages of await Promise.all([slow, quick])) {
      expect(eventsIn(messages)).toHaveLength(total);
      expect(eventsIn(messages).map(({ stream }) => stream)).toEqual(
        Array.from({ length: total }, (_, n) => `s-${n - (n % 1000)}`),
      );
      expect(messages.filter(({ kind }) => kind === 'caughtUp')).toHaveLength(1);
    }
  }, 60_000);

  test('fail only the readers whose events have a fault', async () => {
    const { store, below } = watched();
    const isBroken = (message: SubscriptionMessage) =>
      message.kind === 'events' && message.events.some(({ stream }) => stream === 'broken-1');
    below.faultOf = (message) => (isBroken(message) ? new Error('damaged') : undefined);
    const { signal } = new AbortController();
    const concerned = collect(store.subscribe({ after: 'start', signal })).catch((error: unknown) => error);
    const filter = { streamPrefixes: ['sound-'] };
    const unconcerned = readUntil(
      store,
      { after: 'start', filter },
      (messages) => eventsIn(messages).length >= 3,
    );
    await appendToEnd(store, 'sound-1', [testEvent()]);
    await appendToEnd(store, 'broken-1', [testEvent()]);
    await appendToEnd(store, 'sound-1', [testEvent()]);
    expect(await concerned).toEqual(new Error('damaged'));
    await appendToEnd(store, 'sound-1', [testEvent()]);
    expect(eventsIn(await unconcerned)).toHaveLength(3);
  });
});
