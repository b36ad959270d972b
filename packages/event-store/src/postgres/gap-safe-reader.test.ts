import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool, PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { EventStore, Position, RecordedEvent } from '../index.ts';
import { collect, eventsIn, numberedEvents, readUntil } from '../testing/index.ts';
import { countDeliverable, GapSafeReader, SettledHorizons } from './gap-safe-reader.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

let database: TestDatabase;
let pool: Pool;
let store: EventStore;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 40, applicationName: 'writers' });
  store = await createPostgresEventStore({ connectionString: database.connectionString });
  await pool.query('create table elsewhere (n int)');
});

afterEach(async () => {
  await store.close();
  await pool.end();
  await database.drop();
});

/** Appends within whatever transaction the client is in, as no user of the port can. */
async function appendWithin(client: PoolClient, stream: string, count = 1): Promise<string[]> {
  const events = numberedEvents(count);
  const ids = events.map(({ id }) => id);
  const texts = (text: string): string[] => events.map(() => text);
  // A refusal says where the stream is, and keeps its lock until the transaction ends.
  for (let expected = '-1'; ;) {
    const values = [stream, [expected], [count], ids, texts('T'), texts('{}'), texts('{}')];
    const { rows } = await client.query<{ outcome: string; last_revision: string }>(
      'select * from event_store.append(array[$1], $2, $3, $4, $5, $6, $7)',
      values,
    );
    if (rows[0]?.outcome === 'appended') return ids;
    expected = rows[0]?.last_revision ?? '';
  }
}

async function inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    client.release();
  }
}

const idsOf = (events: readonly RecordedEvent[]): string[] => events.map(({ id }) => id);
const readAll = (limit = 100_000): Promise<RecordedEvent[]> =>
  collect(store.readAll({ after: 'start', limit }));

describe('a gap', () => {
  test('holds back later events until its append has committed, and then comes first', async () => {
    await store.append('before', numberedEvents(1), { expected: 'noStream' });
    const seen: string[] = [];
    const reading = readUntil(store, { after: 'start' }, (all) => {
      seen.splice(0, seen.length, ...eventsIn(all).map(({ stream }) => stream));
      return seen.length >= 3;
    });
    await inTransaction(async (slow) => {
      await appendWithin(slow, 'slow');
      await store.append('quick', numberedEvents(1), { expected: 'noStream' });
      await sleep(100);
      expect(seen).toEqual(['before']);
      await slow.query('commit');
    });
    await reading;
    expect(seen).toEqual(['before', 'slow', 'quick']);
  });

  test('is passed when its append has rolled back', async () => {
    await inTransaction(async (slow) => {
      await appendWithin(slow, 'slow', 3);
      await store.append('quick', numberedEvents(1), { expected: 'noStream' });
      await slow.query('rollback');
    });
    expect((await readAll()).map(({ stream }) => stream)).toEqual(['quick']);
  });

  test('does not wait for a transaction that writes elsewhere, nor for one in another database', async () => {
    const other = await createTestDatabase();
    const otherPool = createPool(other.connectionString, { max: 1, applicationName: 'other' });
    await otherPool.query('create table elsewhere (n int)');
    const otherClient = await otherPool.connect();
    await otherClient.query('begin; insert into elsewhere values (1)');
    await inTransaction(async (unrelated) => {
      await unrelated.query('insert into elsewhere values (1)');
      await inTransaction(async (slow) => {
        await appendWithin(slow, 'slow');
        await slow.query('rollback');
      });
      await store.append('quick', numberedEvents(1), { expected: 'noStream' });
      expect((await readAll()).map(({ stream }) => stream)).toEqual(['quick']);
      await unrelated.query('rollback');
    });
    await otherClient.query('rollback');
    otherClient.release();
    await otherPool.end();
    await other.drop();
  });

  test('waits for the appends in flight when it was seen, not for later ones', async () => {
    const reader = new GapSafeReader(pool, 0n, undefined);
    await inTransaction(async (slow) => {
      await appendWithin(slow, 'slow');
      await store.append('quick', numberedEvents(1), { expected: 'noStream' });
      expect(await reader.next(10)).toMatchObject({ events: [], waiting: true });
      expect(await reader.next(10)).toMatchObject({ events: [], waiting: true });
      await inTransaction(async (later) => {
        await appendWithin(later, 'later');
        await slow.query('rollback');
        const { events } = await reader.next(10);
        expect(events.map(({ stream }) => stream)).toEqual(['quick']);
        await later.query('rollback');
      });
    });
  });

  test('keeps head and readAll from answering too early', async () => {
    const { answers } = await inTransaction(async (slow) => {
      await appendWithin(slow, 'slow');
      await store.append('quick', numberedEvents(1), { expected: 'noStream' });
      const waiting = Promise.all([store.head(), readAll()]);
      await sleep(50);
      await slow.query('commit');
      return { answers: waiting };
    });
    const [head, events] = await answers;
    expect(events.map(({ stream }) => stream)).toEqual(['slow', 'quick']);
    expect(head).toBe(events[1]?.position);
  });
});

test.each<[string, number[], bigint, number]>([
  ['no gap', [6, 7, 8], 0n, 3],
  ['a gap at the start', [7, 8], 0n, 0],
  ['a settled gap at the start', [7, 8], 6n, 2],
  ['a gap further on', [6, 7, 9, 10], 0n, 2],
  ['one gap settled and one not', [6, 8, 10], 7n, 2],
  ['a wide gap settled in part', [6, 10], 8n, 1],
  ['nothing', [], 0n, 0],
])(
  'counts as deliverable what has no gap before it: rows after position 5 with %s',
  (_name, positions, settledUpTo, deliverable) => {
    const rows = positions.map((position) => ({ position: BigInt(position) }));
    expect(countDeliverable(rows, 5n, settledUpTo)).toBe(deliverable);
  },
);

test('the log is settled up to an observation once all appends in flight at it have ended', () => {
  const horizons = new SettledHorizons();
  const observe = (upTo: bigint, ...holders: string[]): bigint => {
    horizons.observe({ upTo, holders: new Set(holders) });
    return horizons.settledUpTo;
  };
  expect(observe(10n, 'a', 'b')).toBe(0n);
  expect(observe(20n, 'b', 'c')).toBe(0n);
  expect(observe(30n, 'c', 'd')).toBe(10n);
  expect(observe(40n, 'd')).toBe(20n);
  expect(observe(50n)).toBe(50n);
  expect(observe(50n, 'e')).toBe(50n);
});

/** The stream of the last event of all: a reader that has seen it has read all that its kind of reader sees. */
const endStream = 'end';

/** The naive reader: it goes on after the highest position it saw. */
async function readNaively(): Promise<string[]> {
  const ids: string[] = [];
  let cursor = 0n;
  for (;;) {
    const text =
      'select position, stream, event_id from event_store.events where position > $1 order by position limit 500';
    const { rows } = await pool.query<{ position: bigint; stream: string; event_id: string }>(text, [cursor]);
    ids.push(...rows.map(({ event_id: id }) => id));
    if (rows.some(({ stream }) => stream === endStream)) return ids;
    cursor = rows.at(-1)?.position ?? cursor;
    await sleep(2);
  }
}

/** A subscription from start to end; left after `messages` messages and resumed, as by a projector that is restarted. */
async function readSubscribed(leaveAfter: number): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  let after: Position | 'start' = 'start';
  while (events.at(-1)?.stream !== endStream) {
    const messages = await readUntil(
      store,
      { after, batchSize: randomInt(1, 200) },
      (all) => all.length >= leaveAfter || eventsIn(all.slice(-1)).at(-1)?.stream === endStream,
    );
    events.push(...eventsIn(messages));
    for (const message of messages) after = message.position ?? after;
  }
  return events;
}

/** One writer: transactions of 0 to 35 ms, a third that write elsewhere first, a tenth that roll back. */
async function write(
  writer: number,
  enough: () => boolean,
  committed: (ids: string[]) => void,
): Promise<void> {
  while (!enough()) {
    await inTransaction(async (client) => {
      if (writer % 3 === 0) await client.query('insert into elsewhere values (1)');
      await sleep(randomInt(0, 10));
      const ids = await appendWithin(client, `hot-${randomInt(20)}`, randomInt(1, 5));
      await sleep(randomInt(0, 25));
      const rollsBack = randomInt(10) === 0;
      await client.query(rollsBack ? 'rollback' : 'commit');
      if (!rollsBack) committed(ids);
    });
  }
}

const isLong = process.env['LACRE_LONG'] === '1';
const wanted = isLong ? 20_000 : 2000;

test(
  `24 writers, ${wanted} events: the store's readers miss none and keep the order, a naive reader does not`,
  { timeout: 120_000 },
  async () => {
    const committed: string[] = [];
    const [naive, whole, pieces] = [readNaively(), readSubscribed(Infinity), readSubscribed(20)];
    const enough = (): boolean => committed.length >= wanted;
    const writers = Array.from({ length: 24 }, (_, writer) =>
      write(writer, enough, (ids) => committed.push(...ids)),
    );
    await Promise.all(writers);
    const last = numberedEvents(1);
    await store.append(endStream, last, { expected: 'noStream' });
    committed.push(...last.map(({ id }) => id));

    const log = await readAll();
    expect(idsOf(log).toSorted()).toEqual(committed.toSorted());
    expect(idsOf(await whole)).toEqual(idsOf(log));
    expect(idsOf(await pieces)).toEqual(idsOf(log));
    for (const stream of new Set(log.map((event) => event.stream))) {
      const revisions = log
        .filter((event) => event.stream === stream)
        .map(({ revision }) => Number(revision));
      expect(revisions).toEqual(Array.from({ length: revisions.length }, (_, n) => n));
    }
    const lostByNaive = log.length - (await naive).length;
    if (isLong)
      console.info(`${log.length} events: 0 lost, 0 out of order; a naive reader lost ${lostByNaive}`);
    expect(lostByNaive).toBeGreaterThan(0);
  },
);
