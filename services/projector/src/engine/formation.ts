import { setTimeout as sleep } from 'node:timers/promises';

import { connectSession } from '@lacre/postgres';
import type { ClientBase, Pool } from 'pg';

import { ASK_AGAIN_MS } from './advisory-lock.ts';
import type { EngineDeps } from './apply-batch.ts';
import { fillUpTo } from './build-target.ts';
import { CheckpointMoved, checkpointsOf, divide, lockLive, placeOfRow, targetOf } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import { comparePlaces, highestPlace, placeOf, type Target } from './target.ts';
import { inTransaction } from './transaction.ts';

/** Shared by all that fold; held alone by the command that changes the number of partitions, and by a release that knows of none. */
const FORMATION_LOCK = 'lacre:projector';
const lockOfPartition = (number: number): string => `${FORMATION_LOCK}:${number}`;

/** Locks of this session, by their names. */
const KEY = 'hashtextextended($1, 0)';
const SHARED = `pg_try_advisory_lock_shared(${KEY})`;
const ALONE = `pg_try_advisory_lock(${KEY})`;

/**
 * A place among the instances that fold together: they agree on the number of partitions and, where there are several,
 * on what is folded, in which versions. It is left when the connection ends that holds its locks.
 */
export interface Membership {
  /** Aborts when the caller's signal does, and when the connection breaks: then others may hold the locks. */
  readonly signal: AbortSignal;
  /** How many partitions are this instance's to hold: all instances together have each once, the oldest the odd ones. */
  share(): Promise<number>;
  /** @returns false while another instance holds it */
  take(partition: number): Promise<boolean>;
  leave(partition: number): Promise<void>;
}

/**
 * Does the work as one of the instances that fold. One that wants another number of partitions than those at work, or
 * folds other versions, waits until all of these have ended, then changes the number.
 */
export async function inFormation(
  deps: EngineDeps,
  projections: readonly Projection[],
  { partitions, signal }: { partitions: number; signal: AbortSignal },
  work: (membership: Membership) => Promise<void>,
): Promise<void> {
  const client = await connectSession(deps.pool);
  const lost = new AbortController();
  const onEnd = (): void =>
    lost.abort(new Error('the connection that holds the locks of the projector broke'));
  client.on('end', onEnd);
  client.on('error', onEnd);
  try {
    const held = AbortSignal.any([signal, lost.signal]);
    const join = new Joining(deps, client, projections, partitions);
    if (!(await join.until(held))) return;
    await work({
      signal: held,
      share: () => shareOf(client, partitions),
      take: (partition) => isTrue(client, ALONE, lockOfPartition(partition)),
      leave: async (partition) => {
        await isTrue(client, `pg_advisory_unlock(${KEY})`, lockOfPartition(partition));
      },
    });
  } finally {
    client.off('end', onEnd);
    client.off('error', onEnd);
    // The locks end with their connection.
    await client.end().catch(() => {});
  }
}

async function isTrue(client: ClientBase, call: string, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select ${call} as is`, [lock]);
  return rows[0]?.is === true;
}

/** Those that fold hold one shared lock: who they are is known where the locks are. */
async function shareOf(client: ClientBase, partitions: number): Promise<number> {
  const { rows } = await client.query<{ members: number; elder: number }>(
    `with member as (
       select l.pid, row_number() over (order by a.backend_start, l.pid) - 1 as elder
         from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.mode = 'ShareLock' and l.granted and l.objsubid = 1
          and l.database = (select oid from pg_database where datname = current_database())
          and (l.classid::bigint << 32 | l.objid::bigint) = ${KEY})
     select (select count(*)::int from member) as members,
       (select elder::int from member where pid = pg_backend_pid()) as elder`,
    [FORMATION_LOCK],
  );
  const { members = 1, elder = 0 } = rows[0] ?? {};
  return Math.floor(partitions / members) + (elder < partitions % members ? 1 : 0);
}

class Joining {
  readonly #deps: EngineDeps;
  readonly #client: ClientBase;
  readonly #projections: readonly Projection[];
  readonly #partitions: number;
  /** One instance folds alone whatever it folds; several share what they fold. */
  readonly #signature: string;

  constructor(deps: EngineDeps, client: ClientBase, projections: readonly Projection[], partitions: number) {
    this.#deps = deps;
    this.#client = client;
    this.#projections = projections;
    this.#partitions = partitions;
    const versions = projections.map(({ name, version }) => `${name}@${version}`).toSorted();
    this.#signature = [partitions, ...(partitions === 1 ? [] : versions)].join(' ');
  }

  /** @returns false when aborted before */
  async until(signal: AbortSignal): Promise<boolean> {
    let isTold = false;
    while (!signal.aborted) {
      if (await this.#isFormed()) {
        if ((await isTrue(this.#client, SHARED, FORMATION_LOCK)) && (await this.#isStillFormed()))
          return true;
      } else if (await isTrue(this.#client, ALONE, FORMATION_LOCK)) {
        let isShared = false;
        try {
          await form(this.#deps, this.#projections, this.#partitions, this.#signature);
          isShared = await isTrue(this.#client, SHARED, FORMATION_LOCK);
        } finally {
          await this.#unlock('pg_advisory_unlock');
        }
        if (isShared && (await this.#isStillFormed())) return true;
      } else if (!isTold) {
        isTold = true;
        this.#deps.logger.warn(
          { partitions: this.#partitions, atWork: await partitionsAtWork(this.#deps.pool) },
          'projectors with another PROJECTOR_PARTITIONS, or of another release, are at work: this one stands by until all of them have ended',
        );
      }
      await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => {});
    }
    return false;
  }

  /** Under the shared lock: a change, or the end of a build, may have come in between. */
  async #isStillFormed(): Promise<boolean> {
    const isFormed = await this.#isFormed();
    if (!isFormed) await this.#unlock('pg_advisory_unlock_shared');
    return isFormed;
  }

  /** What is live in versions of this release is divided so too: an earlier release knows nothing of the formation. */
  async #isFormed(): Promise<boolean> {
    const { rows } = await this.#client.query<{ formed: boolean }>(
      `select signature = $1 and not exists (
         select from projector.checkpoint join unnest($2::text[], $3::int4[]) as ours(projection, version)
           using (projection, version) where state = 'live' and checkpoint.partitions <> $4) as formed
         from projector.formation`,
      [
        this.#signature,
        this.#projections.map(({ name }) => name),
        this.#projections.map(({ version }) => version),
        this.#partitions,
      ],
    );
    return rows[0]?.formed === true;
  }

  async #unlock(call: 'pg_advisory_unlock' | 'pg_advisory_unlock_shared'): Promise<void> {
    await isTrue(this.#client, `${call}(${KEY})`, FORMATION_LOCK);
  }
}

async function partitionsAtWork(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ partitions: number }>('select partitions from projector.formation');
  return rows[0]?.partitions;
}

/**
 * Divides what is live anew, while no instance folds: partitions that are behind others are brought to where the furthest is,
 * by the number that they have, then all of them get the other number. Commit point: checkpoints and formation, in one
 * transaction; what a zombie of the former number has under way finds no checkpoint of that number.
 *
 * @throws CheckpointMoved when one folds all the same
 */
async function form(
  deps: EngineDeps,
  projections: readonly Projection[],
  partitions: number,
  signature: string,
): Promise<void> {
  const targets = await targetsToDivide(deps, projections, partitions);
  const goal = highestPlace(deps.eventStore, targets.map(placeOf));
  // Those of one number have the same events before them.
  for (const together of Map.groupBy(
    targets,
    ({ partition }) => `${partition.number}/${partition.of}`,
  ).values())
    await fillUpTo(deps, together, goal);
  await inTransaction(deps.pool, async (client) => {
    for (const [id, parts] of Map.groupBy(targets, (target) => target.id)) {
      const projection = parts[0]?.projection;
      if (projection === undefined) continue;
      const rows = await lockLive(client, projection);
      const isWhereLeft = rows.every(
        (row) => row.target === id && comparePlaces(deps.eventStore, placeOfRow(row), goal) === 0,
      );
      if (!isWhereLeft || rows.length !== parts.length) throw new CheckpointMoved(parts);
      await divide(client, id, partitions);
    }
    await client.query('update projector.formation set partitions = $1, signature = $2', [
      partitions,
      signature,
    ]);
  });
  deps.logger.info({ partitions }, 'read models are folded in so many partitions');
}

/** What is live in a version of this release, in another number of partitions. */
async function targetsToDivide(
  deps: EngineDeps,
  projections: readonly Projection[],
  partitions: number,
): Promise<Target[]> {
  const found: Target[] = [];
  for (const projection of projections)
    for (const row of await checkpointsOf(deps.pool, projection.name)) {
      if (row.state !== 'live' || row.partitions === partitions) continue;
      const target = targetOf(projection, row);
      if (target !== undefined) found.push(target);
    }
  return found;
}
