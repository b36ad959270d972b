/**
 * The live fold of a log that came in while no projector ran, by one process for all tenants and by two with half of them
 * each, personal data encrypted: `node partitions.bench.ts [--quick] [--json]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openTestLog } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { databaseCpuSeconds } from '@lacre/postgres/testing';
import pino from 'pino';

import { readModels } from '../src/projections/index.ts';
import { openWorkModel } from '../src/reactors/index.ts';
import { startProjections } from '../src/start-projector.ts';
import { benchDatabase, has, report } from './stage.ts';
import { writeHistory } from './write-history.ts';

const EVENTS = has('--quick') ? 10_000 : 60_000;

async function foldedBy(processes: number): Promise<Record<string, number>> {
  const database = await benchDatabase();
  const pool = createPool(database.connectionString, { max: 30, applicationName: 'bench' });
  const log = await openTestLog(pool);
  const { eventStore } = log;
  // What is empty is built at once; from then on it is live.
  const logger = pino({ level: 'warn' });
  const projections = [...readModels, openWorkModel];
  const running = await startProjections(
    { pool, eventStore, logger },
    { projections, partitions: processes },
  );
  await running.caughtUp;
  await running.stop();
  const events = await writeHistory(eventStore, EVENTS);
  const head = await eventStore.head();

  const databaseBefore = await databaseCpuSeconds(pool);
  const script = join(import.meta.dirname, '../src/testing/fold-for-ever.ts');
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, [script, database.connectionString, String(processes)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
  const places = async (): Promise<(string | null)[]> => {
    const { rows } = await pool.query<{ position: string | null }>(
      `select position from projector.checkpoint where state = 'live'`,
    );
    return rows.map(({ position }) => position);
  };
  const from = performance.now();
  while (!(await places()).every((position) => position === head)) await sleep(20);
  const seconds = (performance.now() - from) / 1000;
  const ofDatabase = (await databaseCpuSeconds(pool)) - databaseBefore;
  const [load = 0] = loadavg();
  for (const child of children) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await log.close();
  await pool.end();
  await database.stop();
  return { 'events/s': events / seconds, 'database CPU µs/event': (ofDatabase * 1e6) / events, load };
}

for (const processes of [1, 2, 1, 2])
  report(`live fold by ${processes} of ${processes} partitions`, await foldedBy(processes));
