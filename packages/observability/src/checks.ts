import { statfs } from 'node:fs/promises';

import type { EventStore, Position } from '@lacre/event-store';
import type { WorkQueue } from '@lacre/work-queue';
import type { Pool } from 'pg';

import { NotReady, type Check } from './readiness.ts';

const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;
/** Room for files of the largest size and their seals. */
const LEAST_FREE_BYTES = 512 * MIB;
/** Days before its end from which a certificate's expiry is reported. */
const CERTIFICATE_WARNING_DAYS = 30;
/** Longest lag of the read models of a ready process, seconds. */
const MOST_BEHIND_SECONDS = 60;

/** Whether the database answers. */
export const databaseCheck = (pool: Pool): Check => ({
  name: 'database',
  run: async () => {
    await pool.query('select 1');
    return undefined;
  },
});

/** Whether the log answers, and as what it was found to be. */
export const logCheck = (store: EventStore): Check => ({
  name: 'log',
  run: async () => {
    await store.head();
    return undefined;
  },
});

/** Whether the files' store answers. */
export const blobsCheck = (blobs: { has(sha256: string): Promise<boolean> }): Check => ({
  name: 'blobs',
  run: async () => {
    await blobs.has('0'.repeat(64));
    return undefined;
  },
});

/** Whether the work queue answers. What the log asks for waits without it, and nothing is lost: commands go on. */
export const queueCheck = (queue: Pick<WorkQueue, 'ping'>): Check => ({
  name: 'work-queue',
  isRequired: false,
  run: async () => {
    await queue.ping();
    return undefined;
  },
});

/** Free disk space of a folder's file system, as available to unprivileged processes. */
export const diskCheck = (folder: string, leastFreeBytes = LEAST_FREE_BYTES): Check => ({
  name: 'disk',
  run: async () => {
    const freeBytes = await freeBytesOf(folder);
    const words = `${Math.floor(freeBytes / MIB)} MiB livres`;
    if (freeBytes < leastFreeBytes) throw new NotReady(words);
    return words;
  },
});

/** Bytes that are free on a folder's disk. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether a certificate is within its validity; reports the days left when they are few. */
export const certificateCheck = (
  name: string,
  endOf: () => Promise<Date>,
  now = () => new Date(),
): Check => ({
  name,
  run: async () => {
    const days = Math.floor(((await endOf()).getTime() - now().getTime()) / DAY_MS);
    if (days < 0) throw new NotReady('venceu');
    return days < CERTIFICATE_WARNING_DAYS ? `vence em ${days} dias` : undefined;
  },
});

/** A log, and the database whose clock tells the age of its events. */
export interface AgedLog {
  store: EventStore;
  /** Of the server that the log is written to, where it is in Postgres. */
  clock: Pool;
}

/**
 * Whether the read models are up to date with the log.
 *
 * @param pool where they are read @param clock of the server that `pool` is of a standby of; default: `pool`
 */
export const behindCheck = (store: EventStore, pool: Pool, clock: Pool = pool): Check => ({
  name: 'read-models',
  run: async () => {
    const seconds = Math.max(0, ...(await secondsBehindByProjection({ store, clock }, pool)).values());
    if (seconds > MOST_BEHIND_SECONDS) throw new NotReady(`atrasados ${Math.round(seconds)} s`);
    return undefined;
  },
});

/**
 * How old the oldest event is that a read model has not seen, of each projection that is live, seconds: of the partition
 * that is furthest behind, where tenants are divided; 0 when there is none. Counting events would need a log that counts, which not every store is.
 */
export async function secondsBehindByProjection(log: AgedLog, pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ projection: string; position: Position | null }>(
    'select projection, position from read.projection_position',
  );
  // Most have come to the same place.
  const seconds = new Map<Position | null, number>();
  for (const { position } of rows)
    if (!seconds.has(position)) seconds.set(position, await secondsAfter(log, position));
  const byProjection = new Map<string, number>();
  for (const { projection, position } of rows)
    byProjection.set(projection, Math.max(byProjection.get(projection) ?? 0, seconds.get(position) ?? 0));
  return byProjection;
}

/**
 * Age of the first event after a place, seconds; 0 when there is none. By the clock of the database, which wrote the
 * event's moment too: this machine's may differ from it.
 */
export async function secondsAfter({ store, clock }: AgedLog, position: Position | null): Promise<number> {
  for await (const { recordedAt } of store.readAll({ after: position ?? 'start', limit: 1 })) {
    const { rows } = await clock.query<{ seconds: number }>(
      'select extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as seconds',
      [recordedAt],
    );
    return Math.max(0, rows[0]?.seconds ?? 0);
  }
  return 0;
}
