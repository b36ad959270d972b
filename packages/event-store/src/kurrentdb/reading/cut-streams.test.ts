import { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { StreamTruncated, type EventStore } from '../../index.ts';
import { collect, numberedEvents, streamOf, testEvent } from '../../testing/index.ts';
import { KurrentDbStandIn } from '../../testing/kurrentdb-stand-in.ts';
import { createKurrentDbEventStore } from '../kurrentdb-event-store.ts';

/** Any client that may write to the server may truncate streams: no decision rests on what is left. */
let server: KurrentDbStandIn;
let client: KurrentDBClient;
let store: EventStore;

beforeEach(async () => {
  server = new KurrentDbStandIn();
  await server.start();
  client = KurrentDBClient.connectionString(server.connectionString);
  store = createKurrentDbEventStore(server);
});

afterEach(async () => {
  await store.close();
  await client.dispose();
  server.close();
});

const cuts: [string, () => Promise<unknown>][] = [
  ['$maxCount', () => client.setStreamMetadata('lacre.s', { maxCount: 2 })],
  ['$tb', () => client.setStreamMetadata('lacre.s', { truncateBefore: 3 })],
  ['$tb beyond its end', () => client.setStreamMetadata('lacre.s', { truncateBefore: 100 })],
  ['a soft deletion', () => client.deleteStream('lacre.s')],
  ['a tombstone', () => client.tombstoneStream('lacre.s')],
];

describe.each(cuts)('a stream cut by %s', (_name, cut) => {
  const events = numberedEvents(5);
  beforeEach(async () => {
    await store.append('s', events, { expected: 'noStream' });
    await cut();
  });

  test.each<[string, Parameters<EventStore['readStream']>[1]]>([
    ['from its first event', {}],
    ['from an event that is gone', { from: 1n }],
    ['backwards to its beginning', { direction: 'backwards' }],
  ])('is not read %s', async (_how, options) => {
    await expect(collect(store.readStream('s', options))).rejects.toBeInstanceOf(StreamTruncated);
  });

  test('takes no append as if it were new', async () => {
    const fresh = createKurrentDbEventStore(server);
    const outcome = await fresh
      .append('s', [testEvent()], { expected: 'noStream' })
      .catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(StreamTruncated);
    await fresh.close();
  });

  test('is not written to where the answer is a refusal', async () => {
    const fresh = createKurrentDbEventStore(server);
    const before = server.eventCount;
    for (let n = 0; n < 2; n++)
      await expect(fresh.append('s', [testEvent()], { expected: 'noStream' })).rejects.toThrow(
        StreamTruncated,
      );
    expect(server.eventCount).toBe(before);
    await fresh.close();
  });

  test('gives no other event’s position for an acknowledged append', async () => {
    const fresh = createKurrentDbEventStore(server);
    const outcome = await fresh
      .append('s', events.slice(0, 2), { expected: 'noStream' })
      .catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(StreamTruncated);
    await fresh.close();
  });
});

test('a stream without events is empty, though another whose name begins alike has metadata', async () => {
  await client.setStreamMetadata('lacre.s2', { maxCount: 2 });
  expect(await streamOf(store, 's')).toEqual([]);
});

test('metadata that cuts nothing leaves a stream as it is', async () => {
  await client.setStreamMetadata('lacre.s', { cacheControl: 10 });
  expect(await streamOf(store, 's')).toEqual([]);
  await store.append('s', numberedEvents(2), { expected: 'noStream' });
  expect(await streamOf(store, 's')).toHaveLength(2);
});
