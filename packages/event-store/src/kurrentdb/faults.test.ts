import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { EventStoreUnavailable, type EventStore, type Expected, type NewEvent } from '../index.ts';
import {
  appendToEnd,
  collect,
  eventsIn,
  numberedEvents,
  readUntil,
  streamOf,
  testEvent,
} from '../testing/index.ts';
import { KurrentDbStandIn } from '../testing/kurrentdb-stand-in.ts';
import { createKurrentDbEventStore } from './kurrentdb-event-store.ts';

let server: KurrentDbStandIn;
let store: EventStore;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'lacre-stand-in-'));
  server = new KurrentDbStandIn({ file: path.join(folder, 'log.jsonl') });
  await server.start();
  store = createKurrentDbEventStore(server);
});

afterEach(async () => {
  await store.close();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Appends until it is answered, as a caller that retries does. */
async function appendUntilAnswered(stream: string, events: NewEvent[], expected?: Expected): Promise<void> {
  for (;;) {
    try {
      if (expected === undefined) await appendToEnd(store, stream, events);
      else await store.append(stream, events, { expected });
      return;
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await sleep(20);
    }
  }
}

async function restart(): Promise<void> {
  server.stop();
  await sleep(30);
  await server.start();
}

test('a server that refuses calls makes every operation unavailable, and later ones work', async () => {
  const operations = [
    () => store.append('s', numberedEvents(1), { expected: 'noStream' }),
    () => streamOf(store, 's'),
    () => collect(store.readAll({ after: 'start', limit: 1 })),
    () => store.head(),
  ];
  for (const operation of operations) {
    server.refuseCalls(1);
    await expect(operation()).rejects.toBeInstanceOf(EventStoreUnavailable);
  }
  expect(server.eventCount).toBe(0);
  await store.append('s', numberedEvents(1), { expected: 'noStream' });
  expect(await streamOf(store, 's')).toHaveLength(1);
});

test.each<[Expected]>([['noStream'], [0n]])(
  'an append that was done and not answered is one append when repeated, also after a restart, expecting %s',
  async (expected) => {
    if (expected !== 'noStream') await store.append('s', numberedEvents(1), { expected: 'noStream' });
    const events = [testEvent({ data: { n: 7 } }), testEvent({ data: { n: 8 } })];
    server.loseAnswers(1);
    await expect(store.append('s', events, { expected })).rejects.toBeInstanceOf(EventStoreUnavailable);
    await restart();
    await appendUntilAnswered('s', events, expected);
    expect((await streamOf(store, 's')).slice(-2).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(await streamOf(store, 's')).toHaveLength(expected === 'noStream' ? 2 : 3);
  },
);

test('an append that the server takes and never answers is unavailable after its time-out', async () => {
  const impatient = createKurrentDbEventStore({
    connectionString: server.connectionString,
    answerTimeoutMs: 100,
  });
  server.holdAnswer();
  const events = numberedEvents(1);
  await expect(impatient.append('s', events, { expected: 'noStream' })).rejects.toBeInstanceOf(
    EventStoreUnavailable,
  );
  await appendUntilAnswered('s', events, 'noStream');
  expect(await streamOf(store, 's')).toHaveLength(1);
  await impatient.close();
});

test.each<[string, () => Promise<void> | void]>([
  ['dropped subscriptions', () => server.dropSubscriptions()],
  ['a server that restarts', restart],
])('%s lose no event and repeat none, in catching up and live', async (_name, fault) => {
  const total = 300;
  const filter = { streamPrefixes: ['s'] };
  const everything = readUntil(
    store,
    { after: 'start', batchSize: 5 },
    (all) => eventsIn(all).length >= total,
  );
  const filtered = readUntil(store, { after: 'start', filter, batchSize: 7 }, async (all) => {
    await sleep(1);
    return eventsIn(all).length >= total;
  });
  let faults = 0;
  for (let n = 0; n < total; n += 5) {
    await appendUntilAnswered(`s-${n % 3}`, numberedEvents(5));
    if (n % 60 === 30) {
      await fault();
      faults++;
    }
  }
  const order = (await collect(store.readAll({ after: 'start', limit: 1000 }))).map(({ id }) => id);
  expect(faults).toBe(5);
  expect(order).toHaveLength(total);
  expect(eventsIn(await everything).map(({ id }) => id)).toEqual(order);
  expect(eventsIn(await filtered).map(({ id }) => id)).toEqual(order);
});

test('a subscription made while the server is away begins when it is back', async () => {
  await store.append('s', numberedEvents(2), { expected: 'noStream' });
  server.stop();
  const waiting = readUntil(store, { after: 'start' }, (all) => eventsIn(all).length >= 2);
  await sleep(100);
  await server.start();
  expect(eventsIn(await waiting)).toHaveLength(2);
});

test('a closed store leaves no subscription on the server', async () => {
  const { signal } = new AbortController();
  const reading = collect(store.subscribe({ after: 'start', signal }));
  while (server.subscriptionCount === 0) await sleep(5);
  await store.close();
  await reading;
  while (server.subscriptionCount > 0) await sleep(5);
  expect(server.subscriptionCount).toBe(0);
});

test('the stand-in finds its log again in its file, without a partial write', async () => {
  await store.append('s', numberedEvents(3), { expected: 'noStream' });
  const before = await collect(store.readAll({ after: 'start', limit: 10 }));
  server.close();
  appendFileSync(path.join(folder, 'log.jsonl'), '{"stream":"s","createdMs":1,"eve');

  server = new KurrentDbStandIn({ file: path.join(folder, 'log.jsonl') });
  await server.start();
  const again = createKurrentDbEventStore(server);
  expect(await collect(again.readAll({ after: 'start', limit: 10 }))).toEqual(before);
  await again.append('s', numberedEvents(1), { expected: 2n });
  await again.close();
  server.close();

  server = new KurrentDbStandIn({ file: path.join(folder, 'log.jsonl') });
  await server.start();
  expect(server.eventCount).toBe(4);
});
