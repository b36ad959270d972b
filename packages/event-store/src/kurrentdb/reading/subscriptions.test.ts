import { setTimeout as sleep } from 'node:timers/promises';

import { END, jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  EventStoreUnavailable,
  type EventStore,
  type Position,
  type RecordedEvent,
  type SubscriptionMessage,
} from '../../index.ts';
import { appendToEnd, collect, eventsIn, numberedEvents, readUntil, testEvent } from '../../testing/index.ts';
import { KurrentDbStandIn } from '../../testing/kurrentdb-stand-in.ts';
import { KurrentDbStandInCluster } from '../../testing/kurrentdb/cluster.ts';
import { createKurrentDbEventStore } from '../kurrentdb-event-store.ts';

/** What is waited for comes after seconds, whatever else the machine does; this passes where it never comes, milliseconds. */
const ONLY_A_HANG_MS = 120_000;

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

function storeOn(connectionString: string, answerTimeoutMs?: number): EventStore {
  const store = createKurrentDbEventStore({
    connectionString,
    ...(answerTimeoutMs !== undefined && { answerTimeoutMs }),
  });
  open.push(() => store.close());
  return store;
}

const isCaughtUp = (messages: readonly SubscriptionMessage[]) =>
  messages.some(({ kind }) => kind === 'caughtUp');

describe('a checkpoint of 2^64−1, which releases before 24.10.5 give where nothing matches,', () => {
  test.each(['24.2.0', '24.10.9'] as const)('is no place to go on from (%s)', async (release) => {
    const server = new KurrentDbStandIn({ release });
    await server.start();
    open.push(() => server.close());
    const store = storeOn(server.connectionString);
    const fresh = await readUntil(store, { after: 'start' }, isCaughtUp);
    const places = fresh.flatMap(({ position }) => position ?? []);
    for (const place of places) expect(BigInt(place.split('/')[0]!)).toBeLessThan(2n ** 63n);
    const after = places.at(-1) ?? 'start';
    await store.append('s', numberedEvents(3), { expected: 'noStream' });
    const later = await readUntil(store, { after }, (all) => eventsIn(all).length >= 3);
    expect(eventsIn(later)).toHaveLength(3);
  });
});

describe('while a leader is elected', () => {
  test('a subscription delivers nothing that the cluster discards, and everything that it keeps', async () => {
    const server = new KurrentDbStandIn({ commitTimeoutMs: 100 });
    await server.start();
    open.push(() => server.close());
    const store = storeOn(server.connectionString);
    await store.append('s', numberedEvents(1), { expected: 'noStream' });
    const reading = readUntil(store, { after: 'start' }, (all) => eventsIn(all).length >= 3);
    server.stopReplication();
    const phantom = store.append('s', numberedEvents(16), { expected: 0n });
    await expect(phantom).rejects.toBeInstanceOf(EventStoreUnavailable);
    server.beginElection();
    const late = readUntil(store, { after: 'start' }, (all) => eventsIn(all).length >= 3);
    await sleep(300);
    server.endElection({ tail: 'discarded' });
    let kept: string[] = [];
    while (kept.length === 0) {
      const events = numberedEvents(2);
      const done = await store.append('s', events, { expected: 0n }).catch(() => undefined);
      if (done) kept = events.map(({ id }) => id);
      else await sleep(20);
    }
    const [first] = await collect(store.readStream('s', { limit: 1 }));
    for (const messages of [await reading, await late])
      expect(eventsIn(messages).map(({ id }) => id)).toEqual([first!.id, ...kept]);
  });
});

describe('in a cluster', () => {
  let cluster: KurrentDbStandInCluster;
  beforeEach(async () => {
    cluster = new KurrentDbStandInCluster({ commitTimeoutMs: 200 });
    await cluster.start();
    open.push(() => cluster.close());
  });

  test.each([
    ['named by its hosts', () => cluster.connectionString],
    ['discovered from one', () => cluster.discoverConnectionString],
    ['named by a follower alone', () => cluster.nodes[1]!.connectionString],
  ])('the leader is found: %s', async (_name, address) => {
    const follower = cluster.nodes[1]!;
    cluster.holdBack(follower);
    const store = storeOn(address());
    await store.append('s', numberedEvents(2), { expected: 'noStream' });
    expect(await collect(store.readStream('s'))).toHaveLength(2);
    const messages = await readUntil(store, { after: 'start' }, (all) => eventsIn(all).length >= 2);
    expect(eventsIn(messages)).toHaveLength(2);
    expect(follower.subscriptionCount).toBe(0);
  });

  test(
    'a leader that hangs is left by reads, appends and subscriptions, though it breaks no connection',
    { timeout: ONLY_A_HANG_MS },
    async () => {
      const store = storeOn(cluster.connectionString);
      await store.append('s', numberedEvents(1), { expected: 'noStream' });
      let got = 0;
      const stop = new AbortController();
      const subscribed = (async () => {
        for await (const message of store.subscribe({ after: 'start', signal: stop.signal }))
          got += eventsIn([message]).length;
      })();
      await expect.poll(() => got, { timeout: ONLY_A_HANG_MS }).toBe(1);
      const frozen = cluster.leader!;
      frozen.freeze();
      const untilDone = async (work: () => Promise<unknown>): Promise<void> => {
        for (;;) {
          try {
            await work();
            return;
          } catch (error) {
            if (!(error instanceof EventStoreUnavailable)) throw error;
            await sleep(50);
          }
        }
      };
      const reads = untilDone(() => collect(store.readStream('s')));
      const appends = untilDone(() => appendToEnd(store, 't', [testEvent()]));
      await sleep(1000);
      // It hears nothing of it, and breaks no connection.
      cluster.holdBack(frozen);
      await cluster.electLeader(cluster.nodes[2]!);
      // Still frozen, it sends nothing: what arrives is from another node.
      await reads;
      await appends;
      await expect.poll(() => got, { timeout: ONLY_A_HANG_MS }).toBeGreaterThanOrEqual(2);
      stop.abort();
      await subscribed;
      frozen.thaw();
    },
  );

  test('a leader that no longer leads is noticed in silence', async () => {
    const [old, next] = [cluster.leader!, cluster.nodes[1]!];
    const store = storeOn(cluster.connectionString);
    const reading = readUntil(store, { after: 'start' }, (all) => eventsIn(all).length >= 1);
    while (old.subscriptionCount === 0) await sleep(10);
    cluster.holdBack(old);
    await cluster.electLeader(next);
    const writer = storeOn(next.connectionString);
    await appendToEnd(writer, 's', [testEvent()]);
    expect(eventsIn(await reading)).toHaveLength(1);
  });
});

test('a fast reader gets full messages, and the last events at once', async () => {
  const server = new KurrentDbStandIn();
  await server.start();
  open.push(() => server.close());
  const store = storeOn(server.connectionString);
  for (let n = 0; n < 5; n++) await store.append(`s-${n}`, numberedEvents(1000), { expected: 'noStream' });
  const messages = await readUntil(store, { after: 'start', batchSize: 500 }, isCaughtUp);
  const sizes = messages.flatMap((message) => (message.kind === 'events' ? [message.events.length] : []));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5000);
  // A server that pauses parts them; `incoming.test.ts` says where.
  expect(sizes.length).toBeLessThanOrEqual(200);
});

test('a subscription that its server ends resumes at its position', async () => {
  const server = new KurrentDbStandIn();
  await server.start();
  open.push(() => server.close());
  const store = storeOn(server.connectionString);
  await store.append('s', numberedEvents(10), { expected: 'noStream' });
  const reading = readUntil(store, { after: 'start' }, (all) => eventsIn(all).length >= 12);
  await sleep(50);
  server.dropSubscriptions();
  await store.append('s', numberedEvents(2), { expected: 9n });
  expect(eventsIn(await reading).map(({ revision }) => Number(revision))).toEqual(
    Array.from({ length: 12 }, (_, n) => n),
  );
});

describe('on a server that others use', () => {
  test('foreign streams are not read, and ours begin with the prefix', async () => {
    const server = new KurrentDbStandIn();
    await server.start();
    const client = KurrentDBClient.connectionString(server.connectionString);
    open.push(
      () => server.close(),
      () => client.dispose(),
    );
    const store = storeOn(server.connectionString);
    const other = createKurrentDbEventStore({ connectionString: server.connectionString, prefix: 'other.' });
    open.push(() => other.close());
    expect(await store.head()).toBe('start');
    await client.appendToStream('s', jsonEvent({ type: 'Foreign', data: {} }), { streamState: 'any' });
    await other.append('s', [testEvent({ type: 'Ours' })], { expected: 'noStream' });
    expect(await store.head()).toBe('start');
    const mine = testEvent({ type: 'Ours' });
    const { position } = await store.append('s', [mine], { expected: 'noStream' });
    await client.appendToStream('z', jsonEvent({ type: 'Foreign', data: {} }), { streamState: 'any' });
    await other.append('s', [testEvent({ type: 'Ours' })], { expected: 0n });

    expect(await store.head()).toBe(position);
    const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);
    expect(idsOf(await collect(store.readStream('s')))).toEqual([mine.id]);
    for (const filter of [
      undefined,
      { typePrefixes: ['Our'] },
      { streamPrefixes: ['s', 'z'] },
      { streamPrefixes: [''] },
    ]) {
      const options = { after: 'start', ...(filter && { filter }) } as const;
      const read = await collect(store.readAll({ ...options, limit: 10 }));
      expect(read).toMatchObject([{ id: mine.id, stream: 's' }]);
      const subscribed = eventsIn(await readUntil(store, options, isCaughtUp));
      expect(idsOf(subscribed)).toEqual([mine.id]);
    }
    const names: (string | undefined)[] = [];
    for await (const { event } of client.readAll({ fromPosition: END, direction: 'backwards', maxCount: 10 }))
      if (!event?.streamId.startsWith('$')) names.push(event?.streamId);
    expect(names).toEqual(['other.s', 'z', 'lacre.s', 'other.s', 's']);
  });

  test.each([
    ['without metadata', jsonEvent({ type: 'Foreign', data: {} })],
    ['whose data is no object', jsonEvent({ type: 'Foreign', data: 'text' as never, metadata: {} })],
  ])('an event %s in a stream of ours is refused by its name', async (_what, event) => {
    const server = new KurrentDbStandIn();
    await server.start();
    const client = KurrentDBClient.connectionString(server.connectionString);
    open.push(
      () => server.close(),
      () => client.dispose(),
    );
    const store = storeOn(server.connectionString);
    await store.append('s', [testEvent()], { expected: 'noStream' });
    await client.appendToStream('lacre.s', event, { streamState: 'any' });
    const refusal = await collect(store.readStream('s')).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'EventStoreFault' });
    expect((refusal as Error).cause).toMatchObject({
      message: 'event 1 of stream s was not written by the product: it is not two JSON objects',
    });
    expect((refusal as Error).message).toContain('event 1 of stream s');
  });

  test('readers of the log skip foreign events in streams of ours, which are logged once', async () => {
    const server = new KurrentDbStandIn();
    await server.start();
    const client = KurrentDBClient.connectionString(server.connectionString);
    open.push(
      () => server.close(),
      () => client.dispose(),
    );
    const logged: string[] = [];
    const told: string[] = [];
    const store = createKurrentDbEventStore({
      connectionString: server.connectionString,
      log: { warn: (fields, message) => void logged.push(`${JSON.stringify(fields)} ${message}`) },
      onForeign: ({ stream, revision }) => void told.push(`${stream} ${revision}`),
    });
    open.push(() => store.close());
    const [first, second] = [testEvent(), testEvent()];
    await store.append('s', [first], { expected: 'noStream' });
    const foreign = (metadata: Record<string, unknown> | undefined) =>
      jsonEvent({ type: 'Foreign', data: {}, ...(metadata && { metadata }) });
    const lacking = { correlationId: 'x', schemaVersion: 1 };
    await client.appendToStream('lacre.s', foreign(undefined), { streamState: 'any' });
    await client.appendToStream(
      'lacre.pedidos',
      [foreign({ $correlationId: 'x' }), foreign(lacking), foreign({ ...lacking, occurredAt: 7 })],
      { streamState: 'any' },
    );
    await store.append('t', [second], { expected: 'noStream' });

    const places = ['s 1', 'pedidos 0', 'pedidos 1', 'pedidos 2'];
    for (const limit of [1, 2, 3, 4, 10]) {
      told.length = 0;
      const read: string[] = [];
      for (let after: Position | 'start' = 'start'; ;) {
        const page: RecordedEvent[] = await collect(store.readAll({ after, limit }));
        read.push(...page.map(({ id }) => id));
        after = page.at(-1)?.position ?? after;
        if (page.length < limit) break;
      }
      expect(read).toEqual([first.id, second.id]);
      expect(new Set(told)).toEqual(new Set(places));
    }
    const messages = await readUntil(store, { after: 'start' }, isCaughtUp);
    expect(eventsIn(messages).map(({ id }) => id)).toEqual([first.id, second.id]);
    // A foreign event at the end of the log does not keep a reader from resuming after it.
    await client.appendToStream('lacre.u', foreign(undefined), { streamState: 'any' });
    const head = await store.head();
    const later = await readUntil(store, { after: messages.at(-1)!.position! }, (all) =>
      all.some(({ position }) => position === head),
    );
    expect(eventsIn(later)).toEqual([]);
    expect(logged).toHaveLength(5);
    for (const place of places)
      expect(logged.join('\n')).toContain(
        `event ${place.split(' ')[1]} of stream ${place.split(' ')[0]} was`,
      );
    await expect(collect(store.readStream('pedidos'))).rejects.toThrow(/event 0 of stream pedidos was not/);
  });
});
