import { randomUUID } from 'node:crypto';

import { copyLog } from '../src/copy/index.ts';
import { createKurrentDbEventStore, kurrentDbCopyTarget } from '../src/kurrentdb/index.ts';
import { createMemoryEventStore } from '../src/memory/index.ts';
import { benchEvent, median } from './appends.ts';

interface CopiesRow {
  copy: string;
  eventsPerSecond: number;
}

/** Streams whose events stand next to each other nowhere in the log: each is an append of its own. */
const STREAMS = 50;
const ONE_AT_A_TIME = 1;

/** A log from memory into KurrentDB, each append waiting for the last and many at once, in turns. */
export async function measureCopies(options: {
  connectionString: string;
  events: number;
  times: number;
}): Promise<CopiesRow[]> {
  const { connectionString, events, times } = options;
  const source = createMemoryEventStore();
  for (let n = 0; n < events; n++) {
    const earlier = Math.floor(n / STREAMS) - 1;
    const expected = earlier < 0 ? 'noStream' : BigInt(earlier);
    await source.append(`stream-${n % STREAMS}`, [benchEvent()], { expected });
  }
  const rates = { 'each append waits for the last': [] as number[], 'many at once': [] as number[] };
  for (let round = 0; round < times; round++)
    for (const [copy, found] of Object.entries(rates)) {
      const to = { connectionString, prefix: `bench-${randomUUID()}.` };
      const store = createKurrentDbEventStore(to);
      const inFlight = copy === 'many at once' ? {} : { inFlight: ONE_AT_A_TIME };
      const target = kurrentDbCopyTarget({ store, ...to, ...inFlight });
      const began = performance.now();
      await copyLog(source, target);
      found.push(events / ((performance.now() - began) / 1000));
      target.close();
      await store.close();
    }
  return Object.entries(rates).map(([copy, found]) => ({ copy, eventsPerSecond: Math.round(median(found)) }));
}
