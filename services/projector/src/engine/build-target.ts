import type { Position, RecordedEvent } from '@lacre/event-store';
import type { ClientBase, PoolClient } from 'pg';

import { withAdvisoryLock } from './advisory-lock.ts';
import { foldInto, type EngineDeps } from './apply-batch.ts';
import {
  checkpointsOf,
  createTarget,
  dropTarget,
  lockLive,
  makeLive,
  placeOfRow,
  targetOf,
} from './checkpoints.ts';
import { BATCH_SIZE, followLog } from './follow-log.ts';
import type { Projection } from './projection.ts';
import { comparePlaces, type Place, type Target } from './target.ts';
import { inTransaction } from './transaction.ts';

/**
 * Fills the projection's building target from the log beside the live one, then takes its place: the names readers
 * use point at it from one moment to the next, never showing less than before. May be stopped, or killed, and called
 * again, in any number of processes: one works, and goes on where the last one was.
 *
 * @returns whether it swapped; false when there was nothing to build, or it was stopped.
 */
export async function buildAndSwap(
  deps: EngineDeps,
  projection: Projection,
  options: { signal: AbortSignal },
): Promise<boolean> {
  const known = await checkpointsOf(deps.pool, projection.name);
  if (known.every(({ state }) => state !== 'building')) return false;
  const lock = `lacre:build:${projection.name}`;
  let swapped = false;
  await withAdvisoryLock(deps.pool, lock, options.signal, async (signal) => {
    const rows = await checkpointsOf(deps.pool, projection.name);
    const building = rows.find(({ state }) => state === 'building');
    const target = building && targetOf(projection, building);
    if (target === undefined) return;
    await followLog(deps, [target], {
      signal,
      onCaughtUp: async () => {
        await swap(deps, target);
        swapped = true;
        deps.logger.info({ target: target.id }, 'a read model was built anew and is live');
        return true;
      },
    });
  });
  return swapped;
}

/** Builds the same version once more and swaps, while the live one goes on serving. */
export async function rebuild(
  deps: EngineDeps,
  projection: Projection,
  options: { signal?: AbortSignal } = {},
): Promise<boolean> {
  await inTransaction(deps.pool, (client) => beginBuilding(client, projection));
  return buildAndSwap(deps, projection, { signal: options.signal ?? new AbortController().signal });
}

/** One target of a projection is built at a time: one of this version is gone on with, another version's is dropped. */
export async function beginBuilding(client: PoolClient, projection: Projection): Promise<void> {
  const rows = await checkpointsOf(client, projection.name);
  const building = rows.find(({ state }) => state === 'building');
  if (building?.version === projection.version) return;
  if (building !== undefined) await dropTarget(client, building);
  await createTarget(client, projection, 'building');
}

/** Commit point: views, states and the old tables' end, in one transaction. */
async function swap(deps: EngineDeps, target: Target): Promise<void> {
  await inTransaction(deps.pool, async (client) => {
    const old = await lockLive(client, target.projection);
    if (old !== undefined) {
      await catchUpTo(deps, client, target, placeOfRow(old));
      await dropTarget(client, old);
    }
    await makeLive(client, target);
  });
}

/** Under the lock of the live checkpoint: what little is missing, so that no reader goes back in time. */
export async function catchUpTo(
  deps: Pick<EngineDeps, 'eventStore'>,
  client: ClientBase,
  target: Target,
  goal: Place,
): Promise<void> {
  while (comparePlaces(deps.eventStore, target.place, goal) < 0) {
    const events: RecordedEvent[] = [];
    for await (const event of deps.eventStore.readAll({ after: target.place, limit: BATCH_SIZE })) {
      if (comparePlaces(deps.eventStore, event.position, goal) > 0) break;
      events.push(event);
    }
    const upTo = events.at(-1)?.position ?? (goal as Position);
    await foldInto(deps, client, [target], events, upTo);
    target.place = upTo;
  }
}
