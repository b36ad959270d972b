import { setTimeout as sleep } from 'node:timers/promises';

import type { PoolClient } from 'pg';

import { withAdvisoryLock } from './advisory-lock.ts';
import type { EngineDeps } from './apply-batch.ts';
import { beginBuilding, buildAndSwap, dropRetired } from './build-target.ts';
import { CheckpointMoved, checkpointsOf, targetOf } from './checkpoints.ts';
import { followLog, type FollowOptions } from './follow-log.ts';
import type { Projection } from './projection.ts';
import type { Target } from './target.ts';
import { inTransaction } from './transaction.ts';

const LEADER_LOCK = 'lacre:projector';
/** Waits before a run that failed begins again, milliseconds. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

export interface RunOptions extends Omit<FollowOptions, 'onCaughtUp'> {
  onCaughtUp?: () => void;
}

/**
 * Keeps the projections' live targets up with the log until the signal aborts. Of any number of instances one works;
 * the others stand in line. Whatever fails, the next run begins from the checkpoints in the database, as the first.
 */
export async function runProjections(
  deps: EngineDeps,
  projections: readonly Projection[],
  options: RunOptions,
): Promise<void> {
  await persistently(deps, options.signal, (working) =>
    withAdvisoryLock(deps.pool, LEADER_LOCK, options.signal, (held) =>
      persistently(deps, held, (workingAsLeader) => {
        const onCommitted: FollowOptions['onCommitted'] = (...committed) => {
          working();
          workingAsLeader();
          options.onCommitted?.(...committed);
        };
        return runAsLeader(deps, projections, { ...options, onCommitted, signal: held });
      }),
    ),
  );
}

/** Does it again and again; after a failure later and later, until it says that it is working. */
async function persistently(
  deps: EngineDeps,
  signal: AbortSignal,
  run: (working: () => void) => Promise<void>,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await run(() => (failures = 0));
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

/** Ends when a build has swapped: the targets are others then. */
async function runAsLeader(
  deps: EngineDeps,
  projections: readonly Projection[],
  options: RunOptions,
): Promise<void> {
  const live: Target[] = [];
  for (const projection of projections) {
    const target = await inTransaction(deps.pool, (client) => liveTarget(deps, client, projection));
    if (target !== undefined) live.push(target);
    await dropRetired(deps, projection);
  }
  const mine = new AbortController();
  const signal = AbortSignal.any([options.signal, mine.signal]);
  const building = buildAndSwap(deps, projections, { signal }).then((swapped) => swapped && mine.abort());
  const following =
    live.length === 0
      ? []
      : [followLog(deps, live, { ...options, signal, onCaughtUp: () => options.onCaughtUp?.() })];
  try {
    await Promise.all([building, ...following]);
  } finally {
    mine.abort();
    await Promise.allSettled([building, ...following]);
  }
}

/** The target this release folds into; what readers do not see yet is built first, and none of it shown half done. */
async function liveTarget(
  deps: EngineDeps,
  client: PoolClient,
  projection: Projection,
): Promise<Target | undefined> {
  const rows = await checkpointsOf(client, projection.name);
  const live = rows.find(({ state }) => state === 'live');
  if (live === undefined || live.version < projection.version) {
    await beginBuilding(client, projection);
    return undefined;
  }
  const target = targetOf(projection, live);
  if (target === undefined) {
    deps.logger.warn(
      { projection: projection.name, live: live.version, ours: projection.version },
      'a newer release owns this read model; this one leaves it alone',
    );
  }
  return target;
}
