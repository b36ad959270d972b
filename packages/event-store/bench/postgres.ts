import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createPool, startEmbeddedPostgres } from '@lacre/postgres';

import type { EventStore, NewEvent } from '../src/index.ts';
import { createPostgresEventStore } from '../src/postgres/index.ts';
import { appendToEnd, numberedEvents, testEvent, uniquePrefix } from '../src/testing/test-events.ts';

/**
 * Measures the Postgres store against plain single-row inserts of the same payload, each its own commit, on the same
 * database in the same run: `npm run bench -w @lacre/event-store`. `TEST_DATABASE_URL` names a server to use instead
 * of the embedded one. Only figures of one run compare.
 */
const roundMs = 1500;
const rounds = 3;
const filler = 'x'.repeat(200);

const folder = mkdtempSync(path.join(tmpdir(), 'lacre-bench-'));
const given = process.env['TEST_DATABASE_URL'];
const embedded = given ? undefined : await startEmbeddedPostgres({ dataDir: folder });
const connectionString = given ?? embedded!.connectionString();
try {
  await measureAppends();
  await measureReads();
  await measureLatency();
} finally {
  await embedded?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureAppends(): Promise<void> {
  const pool = createPool(connectionString, { max: 32, applicationName: 'bench' });
  await pool.query('drop table if exists bench_row');
  await pool.query(
    'create table bench_row (id bigint generated always as identity primary key, data json, metadata json)',
  );
  const store = await createPostgresEventStore({ pool });
  const append = async (): Promise<void> => {
    await store.append(uniquePrefix(), [benchEvent()], { expected: 'noStream' });
  };
  const insert = async (): Promise<void> => {
    const { data, metadata } = benchEvent();
    const text = 'insert into bench_row (data, metadata) values ($1, $2) returning id';
    await pool.query({ name: 'insert', text, values: [JSON.stringify(data), JSON.stringify(metadata)] });
  };
  for (const clients of [1, 8, 32]) {
    const rates: { insert: number; append: number; ratio: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const insertRate = await rate(clients, insert);
      const appendRate = await rate(clients, append);
      rates.push({ insert: insertRate, append: appendRate, ratio: appendRate / insertRate });
    }
    const of = (name: 'insert' | 'append'): string => rates.map((each) => each[name].toFixed(0)).join(' / ');
    const ratio = median(rates.map((each) => each.ratio));
    print(
      `${clients} clients: insert/s ${of('insert')}, append/s ${of('append')}, median ratio ${ratio.toFixed(2)}`,
    );
  }
  await store.close();
  await pool.end();
}

async function measureReads(): Promise<void> {
  const store = await createPostgresEventStore({ connectionString });
  const stream = uniquePrefix();
  for (let n = 0; n < 50; n++) await appendToEnd(store, stream, Array.from({ length: 1000 }, benchEvent));
  for (const filter of [undefined, { streamPrefixes: [stream] }, { streamPrefixes: ['nothing'] }]) {
    const start = performance.now();
    let events = 0;
    for await (const event of store.readAll({
      after: 'start',
      limit: 1_000_000,
      ...(filter && { filter }),
    })) {
      if (event) events++;
    }
    const perSecond = (await countAll(store)) / ((performance.now() - start) / 1000);
    print(
      `readAll, ${filter ? `filter ${JSON.stringify(filter)}` : 'no filter'}: ${events} events, ${perSecond.toFixed(0)} of the log per second`,
    );
  }
  await store.close();
}

/** From the call of append to the event in the hands of a subscriber of another store, woken through the database. */
async function measureLatency(): Promise<void> {
  const writer = await createPostgresEventStore({ connectionString });
  const reader = await createPostgresEventStore({ connectionString });
  for (const perSecond of [20, 200]) {
    const latenciesMs: number[] = [];
    const stop = new AbortController();
    const after = await writer.head();
    const reading = (async () => {
      for await (const message of reader.subscribe({ after, signal: stop.signal })) {
        if (message.kind !== 'events') continue;
        for (const { data } of message.events) latenciesMs.push(performance.now() - Number(data['at']));
      }
    })();
    const count = perSecond * 5;
    for (let n = 0; n < count; n++) {
      const event = testEvent({ data: { at: performance.now(), filler } });
      void writer.append(uniquePrefix(), [event], { expected: 'noStream' });
      await sleep(1000 / perSecond);
    }
    while (latenciesMs.length < count) await sleep(10);
    stop.abort();
    await reading;
    const sorted = latenciesMs.toSorted((a, b) => a - b);
    const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1);
    print(`append to subscriber at ${perSecond}/s: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`);
  }
  await writer.close();
  await reader.close();
}

async function rate(clients: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  let done = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - start < roundMs) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done / ((performance.now() - start) / 1000);
}

async function countAll(store: EventStore): Promise<number> {
  return Number(await store.head());
}

function benchEvent(): NewEvent {
  return numberedEvents(1, { data: { filler } })[0]!;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
