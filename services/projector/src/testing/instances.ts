import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { openTestLog } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import pino, { type Logger } from 'pino';

import type { Projection } from '../engine/projection.ts';
import { readModels } from '../projections/index.ts';
import { openWorkModel } from '../reactors/index.ts';
import { startProjections } from '../start-projector.ts';
import type { ProjectorStage } from './projector-stage.ts';

/** Every read model, and open work. */
export const everyModel: readonly Projection[] = [...readModels, openWorkModel];

export interface Instance {
  /** What it said as a warning or worse. */
  readonly said: readonly string[];
  stop(): Promise<void>;
}

/** An instance with connections and a log of its own, over the database of the stage. */
export async function startInstance(
  stage: ProjectorStage,
  partitions: number,
  projections: readonly Projection[] = everyModel,
): Promise<Instance> {
  const pool = createPool(stage.connectionString, {
    max: 12,
    pipeline: true,
    applicationName: 'projector-instance',
  });
  const log = await openTestLog(pool);
  const said: string[] = [];
  const logger = loggerInto(said);
  const running = await startProjections(
    { pool, eventStore: log.eventStore, logger },
    { projections, partitions },
  );
  return {
    said,
    stop: async () => {
      await running.stop();
      await log.close();
      await pool.end();
    },
  };
}

const loggerInto = (said: string[]): Logger =>
  pino({ level: 'warn' }, { write: (line) => void said.push((JSON.parse(line) as { msg: string }).msg) });

/** The same in a process of its own, which ends by SIGKILL. */
export async function startProcess(
  stage: ProjectorStage,
  partitions: number,
): Promise<{ kill(): Promise<void> }> {
  const script = join(import.meta.dirname, 'fold-for-ever.ts');
  const child = spawn(process.execPath, [script, stage.connectionString, String(partitions)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('the process ended before it folded'))),
  ]);
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The process id of the connection that holds each partition's lock; undefined for a partition without one. */
export async function holdersOf(stage: ProjectorStage, partitions: number): Promise<(number | undefined)[]> {
  const rows = await stage.rows<{ number: number; pid: number }>(
    `select number, l.pid from generate_series(0, $1::integer - 1) number
       join pg_locks l on l.locktype = 'advisory' and l.granted and l.mode = 'ExclusiveLock'
        and l.database = (select oid from pg_database where datname = current_database())
        and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('lacre:projector:' || number, 0)`,
    [partitions],
  );
  const pids = new Map(rows.map(({ number, pid }) => [number, pid]));
  return Array.from({ length: partitions }, (_, number) => pids.get(number));
}

/** How many partitions each instance holds, most first; undefined while a partition is free. */
export async function sharesOf(stage: ProjectorStage, partitions: number): Promise<number[] | undefined> {
  const holders = await holdersOf(stage, partitions);
  if (holders.includes(undefined)) return undefined;
  const byHolder = Map.groupBy(holders, (pid) => pid);
  return [...byHolder.values()].map(({ length }) => length).toSorted((a, b) => b - a);
}
