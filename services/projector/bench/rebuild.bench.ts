/**
 * Rebuilding every read model, and open work, from a log of 200,000 events, beside what the database needs for the same
 * rows alone: `node rebuild.bench.ts [--quick] [--json]`. Figures by CPU do not depend on who else waits for the machine.
 */
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { createPool } from '@lacre/postgres';
import { databaseCpuSeconds } from '@lacre/postgres/testing';
import pino from 'pino';

import { beginBuilding, buildAndSwap, rebuild } from '../src/engine/build-target.ts';
import { compareWithRebuild } from '../src/engine/compare-with-rebuild.ts';
import { inTransaction } from '../src/engine/transaction.ts';
import { readModels } from '../src/projections/index.ts';
import { openWorkModel } from '../src/reactors/index.ts';
import { startProjections } from '../src/start-projector.ts';
import { copyBare } from './bare-copy.ts';
import { benchDatabase, has, report } from './stage.ts';
import { writeHistory } from './write-history.ts';

const EVENTS = has('--quick') ? 20_000 : 200_000;
/** Rows after which a build goes on in batches, so few that nearly all of the log is folded so. */
const FEW_ROWS = 1000;

const database = await benchDatabase();
const pool = createPool(database.connectionString, { max: 30, applicationName: 'bench' });
const eventStore = await createPostgresEventStore({ pool });
const deps = { pool, eventStore, logger: pino({ level: 'warn' }) };
const everything = [...readModels, openWorkModel];

const events = await writeHistory(eventStore, EVENTS);

interface Rate {
  /** Events a second by the clock. */
  clock: number;
  /** Microseconds of CPU for each event, of this process and of the database. */
  node: number;
  database: number;
}

async function rateOf(work: () => Promise<unknown>): Promise<Rate> {
  const before = await databaseCpuSeconds(pool);
  const cpu = process.cpuUsage();
  const from = performance.now();
  await work();
  const seconds = (performance.now() - from) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const ofDatabase = (await databaseCpuSeconds(pool)) - before;
  return { clock: events / seconds, node: (user + system) / events, database: (ofDatabase * 1e6) / events };
}

const reading = await rateOf(async () => {
  const subscribed = new AbortController();
  const messages = eventStore.subscribe({ after: 'start', signal: subscribed.signal, batchSize: 4000 });
  for await (const message of messages) if (message.kind === 'caughtUp') subscribed.abort();
});
let running = await startProjections(deps, { projections: everything });
const all = await rateOf(() => running.caughtUp);
await running.stop();
const client = await pool.connect();
let bare: Rate | undefined;
await copyBare(client, async (work) => {
  bare = await rateOf(work);
});
client.release(true);
running = await startProjections(deps, { projections: everything });
await running.caughtUp;
const processes = readModels.find(({ name }) => name === 'process');
const beside = await rateOf(() => (processes ? rebuild(deps, processes) : Promise.resolve()));
await running.stop();
const differences = await compareWithRebuild(deps, everything);
for (const projection of everything) await inTransaction(pool, (one) => beginBuilding(one, projection));
const inBatches = await rateOf(() =>
  buildAndSwap(deps, everything, { signal: new AbortController().signal, mostRows: FEW_ROWS }),
);
const least = reading.database + (bare?.database ?? 0);
report('rebuild', {
  events,
  'log read, events/s': reading.clock,
  'log read, CPU µs/event of Node': reading.node,
  'log read, CPU µs/event of the database': reading.database,
  'all read models, events/s': all.clock,
  'all read models, CPU µs/event of Node': all.node,
  'all read models, CPU µs/event of the database': all.database,
  'all read models, events/CPU s of both': 1e6 / (all.node + all.database),
  'the same rows by bare COPY and index, CPU µs/event': bare?.database ?? 0,
  'bare read, COPY and index of the database’s CPU, %': (100 * least) / all.database,
  'without room in memory, events/s': inBatches.clock,
  'without room in memory, CPU µs/event of Node': inBatches.node,
  'without room in memory, CPU µs/event of the database': inBatches.database,
  'processes beside, events/s': beside.clock,
  'processes beside, events/CPU s of Node': 1e6 / beside.node,
  'differences from the log': differences.length,
});
await eventStore.close();
await pool.end();
await database.stop();
