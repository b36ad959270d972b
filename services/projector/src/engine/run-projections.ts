import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { PoolClient } from 'pg';

import { ASK_AGAIN_MS } from './advisory-lock.ts';
import type { EngineDeps } from './apply-batch.ts';
import { beginBuilding, buildAndSwap, dropRetired } from './build-target.ts';
import { CheckpointMoved, checkpointsOf, targetOf } from './checkpoints.ts';
import { followLog, type FollowOptions } from './follow-log.ts';
import { inFormation, type Membership } from './formation.ts';
import type { Partition } from './partition.ts';
import type { Projection } from './projection.ts';
import type { Target } from './target.ts';
import { inTransaction } from './transaction.ts';

/** Waits before a run that failed begins again, milliseconds. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

export interface RunOptions extends Omit<FollowOptions, 'onCaughtUp'> {
  /** What tenants are divided into, a power of two. */
  partitions: number;
  /** When all of a partition that was in the log is folded: once this instance holds it, and each time it began again. */
  onCaughtUp?: ((partition: Partition) => void) | undefined;
  /** From when on this instance holds it, and until when. */
  onHeld?: ((partition: Partition) => void) | undefined;
  onLeft?: ((partition: Partition) => void) | undefined;
}

/**
 * Keeps the projections' live targets up with the log until the signal aborts. Of any number of instances each partition
 * has one at work, and all have their share of the partitions; what is left stands in line. Whatever fails, the next run
 * begins from the checkpoints in the database, as the first.
 */
export async function runProjections(
  deps: EngineDeps,
  projections: readonly Projection[],
  options: RunOptions,
): Promise<void> {
  await persistently(deps, options, (own) =>
    inFormation(deps, projections, own, (membership) => holdShare(deps, projections, own, membership)),
  );
}

interface Held {
  readonly partition: Partition;
  readonly stopping: AbortController;
  readonly running: Promise<void>;
}

/** Holds as many partitions as are this instance's to hold, each folded by itself. */
async function holdShare(
  deps: EngineDeps,
  projections: readonly Projection[],
  options: RunOptions,
  membership: Membership,
): Promise<void> {
  const { partitions } = options;
  const { signal } = membership;
  const held: Held[] = [];
  const leave = async ({ partition, stopping, running }: Held): Promise<void> => {
    stopping.abort();
    await running;
    options.onLeft?.(partition);
  };
  try {
    while (!signal.aborted) {
      // One that has the only one there is has nothing to look for.
      if (partitions === 1 && held.length === 1) {
        await once(signal, 'abort');
        break;
      }
      const share = partitions === 1 ? 1 : await membership.share();
      while (held.length > share) {
        const last = held.pop();
        if (last === undefined) break;
        await leave(last);
        await membership.leave(last.partition.number);
        deps.logger.info(last.partition, 'another projector folds this partition from here on');
      }
      for (let number = 0; number < partitions && held.length < share; number += 1) {
        if (held.some(({ partition }) => partition.number === number)) continue;
        if (!(await membership.take(number))) continue;
        const partition = { number, of: partitions };
        held.push(hold(deps, projections, options, { partition, signal }));
        options.onHeld?.(partition);
        if (partitions > 1) deps.logger.info(partition, 'this projector folds this partition from here on');
      }
      await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    await Promise.all(held.map(leave));
  }
}

function hold(
  deps: EngineDeps,
  projections: readonly Projection[],
  options: RunOptions,
  { partition, signal }: { partition: Partition; signal: AbortSignal },
): Held {
  const stopping = new AbortController();
  const until = AbortSignal.any([signal, stopping.signal]);
  const running = persistently(deps, { ...options, signal: until }, (own) =>
    runPartition(deps, projections, partition, own),
  );
  return { partition, stopping, running };
}

/** Does it again and again; after a failure later and later, until it commits something. */
async function persistently(
  deps: EngineDeps,
  options: RunOptions,
  run: (options: RunOptions) => Promise<void>,
): Promise<void> {
  const { signal } = options;
  let failures = 0;
  const onCommitted: RunOptions['onCommitted'] = (...committed) => {
    failures = 0;
    options.onCommitted?.(...committed);
  };
  while (!signal.aborted) {
    try {
      await run({ ...options, onCommitted });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CheckpointMoved) {
        deps.logger.info(
          { reason: error.message },
          'a read model was replaced: beginning again from its checkpoint',
        );
      } else {
        deps.logger.error({ err: error }, 'the projector stopped and begins again from its checkpoints');
      }
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS);
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
  }
}

/**
 * Ends when a build has swapped: the targets are others then. Who holds the first partition builds, in one fold for all
 * tenants; the others follow what is live, and wait for the rest.
 */
async function runPartition(
  deps: EngineDeps,
  projections: readonly Projection[],
  partition: Partition,
  options: RunOptions,
): Promise<void> {
  const isFirst = partition.number === 0;
  const live: Target[] = [];
  const missing: Projection[] = [];
  for (const projection of projections) {
    const target = await inTransaction(deps.pool, (client) =>
      liveTarget(deps, client, projection, partition),
    );
    if (target === 'missing') missing.push(projection);
    else if (target !== undefined) live.push(target);
    if (isFirst) await dropRetired(deps, projection);
  }
  const mine = new AbortController();
  const signal = AbortSignal.any([options.signal, mine.signal]);
  const building = isFirst ? buildAndSwap(deps, projections, { signal }) : untilLive(deps, missing, signal);
  const others = building.then((isOver) => isOver && mine.abort());
  const following =
    live.length === 0
      ? []
      : [followLog(deps, live, { ...options, signal, onCaughtUp: () => options.onCaughtUp?.(partition) })];
  try {
    await Promise.all([others, ...following]);
  } finally {
    mine.abort();
    await Promise.allSettled([others, ...following]);
  }
}

/** @returns whether all of them are live now, of those that were not; false when there were none, or it was stopped */
async function untilLive(
  deps: EngineDeps,
  missing: readonly Projection[],
  signal: AbortSignal,
): Promise<boolean> {
  if (missing.length === 0) return false;
  while (!signal.aborted) {
    await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => {});
    const found = await Promise.all(
      missing.map(async ({ name, version }) =>
        (await checkpointsOf(deps.pool, name)).some((row) => row.state === 'live' && row.version >= version),
      ),
    );
    if (found.every(Boolean)) return true;
  }
  return false;
}

/**
 * The target this release folds into. What readers do not see yet is missing: who holds the first partition builds it, and
 * none of it is shown half done.
 */
async function liveTarget(
  deps: EngineDeps,
  client: PoolClient,
  projection: Projection,
  partition: Partition,
): Promise<Target | 'missing' | undefined> {
  const rows = await checkpointsOf(client, projection.name);
  const live = rows.filter(({ state }) => state === 'live');
  const version = live[0]?.version;
  if (version === undefined || version < projection.version) {
    if (partition.number === 0) await beginBuilding(client, projection);
    return 'missing';
  }
  if (version > projection.version) {
    deps.logger.warn(
      { projection: projection.name, live: version, ours: projection.version },
      'a newer release owns this read model; this one leaves it alone',
    );
    return undefined;
  }
  const row = live.find((one) => one.partition === partition.number && one.partitions === partition.of);
  if (row === undefined)
    throw new Error(
      `${projection.name} is not divided into ${partition.of}: a release that knows of no partitions built it. End all projectors, and start them again`,
    );
  return targetOf(projection, row);
}
