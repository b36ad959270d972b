/**
 * What encrypting personal data in the log costs: the same history written, read and folded into every read model, on a
 * log with it and on one without, in turns: `node protection.bench.ts [--quick] [--json]`. Each participant of the
 * history is another person, so that there are as many keys as there can be.
 */
import type { EventStore } from '@lacre/event-store';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { openTestLog } from '@lacre/personal-data/testing';
import { createPool, ensureDatabase } from '@lacre/postgres';
import pino from 'pino';

import { readModels } from '../src/projections/index.ts';
import { openWorkModel } from '../src/reactors/index.ts';
import { startProjections } from '../src/start-projector.ts';
import { benchDatabase, has, report } from './stage.ts';
import { writeHistory } from './write-history.ts';

const EVENTS = has('--quick') ? 10_000 : 30_000;
const ROUNDS = has('--quick') ? 1 : 3;
const everything = [...readModels, openWorkModel];
const logger = pino({ level: 'warn' });
const database = await benchDatabase();

interface Rates {
  /** Events per second by the clock. */
  write: number;
  read: number;
  fold: number;
  /** Events per second of this process's CPU time, which does not depend on who else uses the machine. */
  readCpu: number;
  foldCpu: number;
}

async function perSecond(work: () => Promise<number>): Promise<{ clock: number; cpu: number }> {
  const from = performance.now();
  const before = process.cpuUsage();
  const events = await work();
  const { user, system } = process.cpuUsage(before);
  return { clock: (events / (performance.now() - from)) * 1000, cpu: (events / (user + system)) * 1e6 };
}

async function readAll(store: EventStore): Promise<number> {
  const stop = new AbortController();
  let events = 0;
  for await (const message of store.subscribe({ after: 'start', signal: stop.signal, batchSize: 4000 })) {
    if (message.kind === 'events') events += message.events.length;
    if (message.kind === 'caughtUp') stop.abort();
  }
  return events;
}

async function measure(name: string, isProtected: boolean): Promise<Rates> {
  const url = await ensureDatabase(database.connectionString, name);
  const pool = createPool(url, { max: 40, applicationName: 'bench' });
  const log = isProtected
    ? await openTestLog(pool)
    : await createPostgresEventStore({ pool }).then((eventStore) => ({
        eventStore,
        close: () => eventStore.close(),
      }));
  const { eventStore } = log;
  const write = await perSecond(() => writeHistory(eventStore, EVENTS));
  const read = await perSecond(() => readAll(eventStore));
  let running: Awaited<ReturnType<typeof startProjections>> | undefined;
  const fold = await perSecond(async () => {
    running = await startProjections({ pool, eventStore, logger }, { projections: everything });
    await running.caughtUp;
    return EVENTS;
  });
  await running?.stop();
  await log.close();
  await pool.end();
  return { write: write.clock, read: read.clock, fold: fold.clock, readCpu: read.cpu, foldCpu: fold.cpu };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const plain: Rates[] = [];
const encrypted: Rates[] = [];
for (let round = 0; round < ROUNDS; round++) {
  plain.push(await measure(`plain_${round}`, false));
  encrypted.push(await measure(`encrypted_${round}`, true));
}
for (const [name, rates] of [
  ['plain', plain],
  ['encrypted', encrypted],
] as const) {
  report(`personal data, ${name} log`, {
    events: EVENTS,
    'written, events/s': median(rates.map(({ write }) => write)),
    'read, events/s': median(rates.map(({ read }) => read)),
    'read, events/CPU s': median(rates.map(({ readCpu }) => readCpu)),
    'all read models, events/s': median(rates.map(({ fold }) => fold)),
    'all read models, events/CPU s': median(rates.map(({ foldCpu }) => foldCpu)),
  });
}
/** Of rounds that ran one after the other: percent of the plain log's rate. */
const share = (of: keyof Rates): number =>
  100 * median(encrypted.map((rates, round) => rates[of] / (plain[round]?.[of] ?? rates[of])));
report('personal data, encrypted of plain', {
  'written, %': share('write'),
  'read, %': share('read'),
  'read by CPU, %': share('readCpu'),
  'all read models, %': share('fold'),
  'all read models by CPU, %': share('foldCpu'),
});
await database.stop();
