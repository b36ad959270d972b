/** Rebuilding every read model, and open work, from a log of 200,000 events: `node rebuild.bench.ts [--quick] [--json]`. */
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { createPool } from '@lacre/postgres';
import pino from 'pino';

import { rebuild } from '../src/engine/build-target.ts';
import { compareWithRebuild } from '../src/engine/compare-with-rebuild.ts';
import { readModels } from '../src/projections/index.ts';
import { openWorkModel } from '../src/reactors/index.ts';
import { startProjections } from '../src/start-projector.ts';
import { benchDatabase, has, report } from './stage.ts';
import { writeHistory } from './write-history.ts';

const EVENTS = has('--quick') ? 20_000 : 200_000;

const database = await benchDatabase();
const pool = createPool(database.connectionString, { max: 30, applicationName: 'bench' });
const eventStore = await createPostgresEventStore({ pool });
const deps = { pool, eventStore, logger: pino({ level: 'warn' }) };
const everything = [...readModels, openWorkModel];

const events = await writeHistory(eventStore, EVENTS);

/** By the clock, and by this process's CPU time alone, which does not depend on who else uses the machine. */
async function perSecond(work: () => Promise<unknown>): Promise<{ clock: number; cpu: number }> {
  const from = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { clock: (events / (performance.now() - from)) * 1000, cpu: (events / (user + system)) * 1e6 };
}

const reading = await perSecond(async () => {
  const subscribed = new AbortController();
  const messages = eventStore.subscribe({ after: 'start', signal: subscribed.signal, batchSize: 4000 });
  for await (const message of messages) if (message.kind === 'caughtUp') subscribed.abort();
});
let running = await startProjections(deps, { projections: everything });
const first = await perSecond(() => running.caughtUp);
const processes = readModels.find(({ name }) => name === 'process');
const beside = await perSecond(() => (processes ? rebuild(deps, processes) : Promise.resolve()));
await running.stop();
const differences = await compareWithRebuild(deps, everything);
report('rebuild', {
  events,
  'log read, events/s': reading.clock,
  'all read models, events/s': first.clock,
  'all read models, events/CPU s': first.cpu,
  'processes beside, events/s': beside.clock,
  'processes beside, events/CPU s': beside.cpu,
  'differences from the log': differences.length,
});
await eventStore.close();
await pool.end();
await database.stop();
