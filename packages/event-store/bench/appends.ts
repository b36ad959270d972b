import { randomUUID } from 'node:crypto';

import { jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client';
import type { Pool } from 'pg';

import type { EventStore, NewEvent } from '../src/index.ts';
import { createKurrentDbEventStore } from '../src/kurrentdb/index.ts';
import { createPostgresEventStore } from '../src/postgres/index.ts';
import { collect, testEvent } from '../src/testing/test-events.ts';

const filler = 'x'.repeat(200);
export const benchEvent = (): NewEvent => testEvent({ data: { filler } });

/** Writes `count` events to the stream, a thousand an append. */
export async function fill(store: EventStore, stream: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1000) {
    const events = Array.from({ length: Math.min(1000, count - at) }, benchEvent);
    await store.append(stream, events, { expected: at === 0 ? 'noStream' : BigInt(at - 1) });
  }
}

interface AppendsRow {
  /** Events in the stream before the first append that is measured. */
  length: number;
  bareMs: number;
  adapterMs: number;
  ratio: number;
  firstReadMs: number;
  bareInsertMs: number;
  postgresMs: number;
  postgresRatio: number;
  /** Of this process, after both adapters. */
  memoryMb: number;
}

/**
 * One event an append, each expecting the stream's revision: the bare client, the adapter on a stream that it has read;
 * a plain insert of the same payload in a commit of its own, the Postgres adapter. In turns.
 */
export async function measureAppends(options: {
  connectionString: string;
  pool: Pool;
  lengths: readonly number[];
  rounds: number;
}): Promise<AppendsRow[]> {
  const { connectionString, pool, lengths, rounds } = options;
  const prefix = `bench-${randomUUID()}.`;
  const client = KurrentDBClient.connectionString(connectionString);
  const writer = createKurrentDbEventStore({ connectionString, prefix });
  const adapter = createKurrentDbEventStore({ connectionString, prefix });
  const postgres = await createPostgresEventStore({ pool });
  await pool.query('drop table if exists bench_row');
  await pool.query(
    'create table bench_row (id bigint generated always as identity, data json, metadata json)',
  );
  const rows: AppendsRow[] = [];
  for (const length of lengths) {
    const [ofClient, ofAdapter] = [`client-${length}`, `adapter-${length}`];
    for (const stream of [ofClient, ofAdapter]) await fill(writer, stream, length);
    await fill(postgres, ofAdapter, length);
    const firstReadMs = await msOf(() => collect(adapter.readStream(ofAdapter)));
    let revision = BigInt(length - 1);
    const taken = await inTurns(rounds, () => {
      const expected = revision++;
      const event = benchEvent();
      const { data, metadata } = event;
      const texts = [JSON.stringify(data), JSON.stringify(metadata)];
      const insert = 'insert into bench_row (data, metadata) values ($1, $2) returning id';
      return {
        bare: () =>
          client.appendToStream(`${prefix}${ofClient}`, [jsonEvent(event as never)], {
            streamState: expected,
          }),
        adapter: () => adapter.append(ofAdapter, [benchEvent()], { expected }),
        insert: () => pool.query({ name: 'insert', text: insert, values: texts }),
        postgres: () => postgres.append(ofAdapter, [benchEvent()], { expected }),
      };
    });
    rows.push({
      length,
      bareMs: taken.bare,
      adapterMs: taken.adapter,
      ratio: round(taken.adapter / taken.bare),
      firstReadMs: round(firstReadMs),
      bareInsertMs: taken.insert,
      postgresMs: taken.postgres,
      postgresRatio: round(taken.postgres / taken.insert),
      memoryMb: Math.round(process.memoryUsage().rss / 1e6),
    });
  }
  await Promise.all([writer.close(), adapter.close(), postgres.close(), client.dispose()]);
  return rows;
}

type Turn<Name extends string> = Record<Name, () => Promise<unknown>>;

/** Medians, milliseconds; who begins changes from turn to turn. */
async function inTurns<Name extends string>(
  rounds: number,
  turn: () => Turn<Name>,
): Promise<Record<Name, number>> {
  const taken = new Map<string, number[]>();
  for (let n = -5; n < rounds; n++) {
    const works = Object.entries(turn()) as [Name, () => Promise<unknown>][];
    for (let k = 0; k < works.length; k++) {
      const [name, work] = works[(k + n + 5) % works.length]!;
      const ms = await msOf(work);
      if (n >= 0) taken.set(name, [...(taken.get(name) ?? []), ms]);
    }
  }
  const medians = [...taken].map(([name, all]) => [name, round(median(all))]);
  return Object.fromEntries(medians) as Record<Name, number>;
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

const round = (value: number): number => Number(value.toFixed(2));
