import { setTimeout as sleep } from 'node:timers/promises';

import { createDomainLog, type LoggedEvent } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';
import type { ClientBase, PoolClient } from 'pg';

import { withAdvisoryLock } from './advisory-lock.ts';
import { applyBatch, foldInto, type EngineDeps } from './apply-batch.ts';
import { buildInBulk, type BulkOptions } from './build-in-bulk.ts';
import { BuildReport } from './build-progress.ts';
import { settingsOfBuild } from './bulk-write.ts';
import {
  checkpointsOf,
  createTarget,
  dropTarget,
  lockLive,
  makeLive,
  retire,
  placeOfRow,
  targetOf,
} from './checkpoints.ts';
import { BATCH_SIZE, followLog } from './follow-log.ts';
import { isOf, WHOLE } from './partition.ts';
import type { Projection } from './projection.ts';
import { createIndexes } from './target-tables.ts';
import { comparePlaces, highestPlace, lowestPlace, placeOf, type Place, type Target } from './target.ts';
import { inTransaction } from './transaction.ts';

/**
 * Fills the building targets of the projections from the log, beside the live ones, then puts each in its place: the
 * names readers use point at it from one moment to the next, never showing less than before. May be stopped, or
 * killed, and called again, in any number of processes: one works, and goes on where the last one was.
 *
 * @returns whether it swapped; false when there was nothing to build, or it was stopped.
 */
export async function buildAndSwap(
  deps: EngineDeps,
  projections: readonly Projection[],
  options: Omit<BulkOptions, 'report'>,
): Promise<boolean> {
  if ((await buildingTargets(deps, projections)).length === 0) {
    // A crash between the swap and its end leaves what was noted last.
    await deps.pool.query('delete from projector.build_progress');
    return false;
  }
  let swapped = false;
  await withAdvisoryLock(deps.pool, 'lacre:build', options.signal, async (signal) => {
    const targets = await buildingTargets(deps, projections);
    if (targets.length === 0) return;
    const names = targets.map(({ projection }) => projection.name);
    using report = await BuildReport.begin(deps, names, lowestPlace(deps.eventStore, targets.map(placeOf)));
    if (!(await build(deps, targets, { ...options, signal, report }))) return;
    for (const target of targets) {
      await swap(deps, target);
      deps.logger.info({ target: target.id }, 'a read model was built and is live');
    }
    await report.end();
    swapped = true;
  });
  return swapped;
}

/** Fills the targets and makes their indexes; false when stopped before. */
async function build(deps: EngineDeps, targets: readonly Target[], options: BulkOptions): Promise<boolean> {
  const empty = targets.filter(({ place }) => place === 'start');
  const indexed = await buildInBulk(deps, empty, options);
  // What came in meanwhile, and what could not be written in bulk.
  if (indexed === undefined || !(await fill(deps, targets, options))) return false;
  const bare = targets.filter((target) => !indexed.has(target));
  if (bare.length === 0) return true;
  options.report.writing();
  for (const target of bare)
    await inTransaction(deps.pool, async (client) => {
      await settingsOfBuild(client);
      await createIndexes(client, target);
    });
  return fill(deps, targets, options);
}

/** Folds until caught up; false when stopped before. */
async function fill(
  deps: EngineDeps,
  targets: readonly Target[],
  { signal, report }: BulkOptions,
): Promise<boolean> {
  let caughtUp = false;
  await followLog(deps, targets, {
    signal,
    onCaughtUp: () => (caughtUp = true),
    onCommitted: (place, _written, events) => report.folded(events, place),
  });
  return caughtUp;
}

async function buildingTargets(deps: EngineDeps, projections: readonly Projection[]): Promise<Target[]> {
  const targets: Target[] = [];
  for (const projection of projections) {
    const rows = await checkpointsOf(deps.pool, projection.name);
    const building = rows.find(({ state }) => state === 'building');
    const target = building && targetOf(projection, building);
    if (target !== undefined) targets.push(target);
  }
  return targets;
}

/** Builds the same version once more and swaps, while the live one goes on serving. */
export async function rebuild(
  deps: EngineDeps,
  projection: Projection,
  options: { signal?: AbortSignal } = {},
): Promise<boolean> {
  await inTransaction(deps.pool, (client) => beginBuilding(client, projection));
  return buildAndSwap(deps, [projection], { signal: options.signal ?? new AbortController().signal });
}

/** One target of a projection is built at a time: one of this version is gone on with, another version's is dropped. */
export async function beginBuilding(client: PoolClient, projection: Projection): Promise<void> {
  const rows = await checkpointsOf(client, projection.name);
  const building = rows.find(({ state }) => state === 'building');
  if (building?.version === projection.version) return;
  if (building !== undefined) await dropTarget(client, building);
  await createTarget(client, projection, 'building');
}

/** How long a swap waits for readers to let go of a view, milliseconds: less than Postgres's deadlock_timeout. */
const LONGEST_LOCK_WAIT_MS = 200;
const lockNotAvailable = '55P03';

/**
 * Readers lock views in whatever order they name them, so that a swap may meet one in a deadlock: it is the swap that
 * gives way, and tries again.
 */
async function swap(deps: EngineDeps, target: Target): Promise<void> {
  const { place } = target;
  for (;;) {
    try {
      await swapOnce(deps, target);
      break;
    } catch (error) {
      target.place = place;
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      await sleep(LONGEST_LOCK_WAIT_MS * Math.random());
    }
  }
  await dropRetired(deps, target.projection);
}

/** Commit point: the views and the states, in one transaction. A crash after it leaves a retired target to be dropped. */
async function swapOnce(deps: EngineDeps, target: Target): Promise<void> {
  await inTransaction(deps.pool, async (client) => {
    const old = await lockLive(client, target.projection);
    const [first] = old;
    if (first !== undefined) {
      await catchUpTo(deps, client, target, highestPlace(deps.eventStore, old.map(placeOfRow)));
      await retire(client, first);
    }
    await client.query(`set local lock_timeout = ${LONGEST_LOCK_WAIT_MS}`);
    await makeLive(client, target);
  });
}

/**
 * Drops tables that no view names any more. One that is still being read (a backup may take hours) is left to the
 * next run: nothing waits for it.
 */
export async function dropRetired(deps: EngineDeps, projection: Projection): Promise<void> {
  for (const row of await checkpointsOf(deps.pool, projection.name)) {
    if (row.state !== 'retired' || row.partition > 0) continue;
    try {
      await inTransaction(deps.pool, async (client) => {
        await client.query(`set local lock_timeout = ${LONGEST_LOCK_WAIT_MS}`);
        await dropTarget(client, row);
      });
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      deps.logger.info(
        { target: row.target },
        'a replaced read model is still being read; it is dropped later',
      );
    }
  }
}

/**
 * Under the lock of the live checkpoint: what little is missing, so that no reader goes back in time.
 *
 * @param isWanted whether an event is folded; by default every one is
 */
export async function catchUpTo(
  deps: Pick<EngineDeps, 'eventStore'>,
  client: ClientBase,
  target: Target,
  goal: Place,
  isWanted: (event: LoggedEvent) => boolean = () => true,
): Promise<void> {
  await eachBatchUpTo(deps, target.place, goal, async (events, upTo) => {
    await foldInto(deps, client, [target], events.filter(isWanted), upTo);
    target.place = upTo;
  });
}

/** Folds targets of one partition up to this place and no further, batch by batch, each committed. */
export async function fillUpTo(deps: EngineDeps, targets: readonly Target[], goal: Place): Promise<void> {
  const place = lowestPlace(deps.eventStore, targets.map(placeOf));
  const partition = targets[0]?.partition ?? WHOLE;
  await eachBatchUpTo(deps, place, goal, (events, upTo) =>
    applyBatch(
      deps,
      targets,
      events.filter((event) => isOf(partition, event)),
      upTo,
    ),
  );
}

async function eachBatchUpTo(
  deps: Pick<EngineDeps, 'eventStore'>,
  from: Place,
  goal: Place,
  fold: (events: LoggedEvent[], upTo: Position) => Promise<unknown>,
): Promise<void> {
  const { eventStore } = deps;
  if (goal === 'start' || comparePlaces(eventStore, from, goal) >= 0) return;
  let batch: LoggedEvent[] = [];
  let last: Position | undefined;
  for await (const event of createDomainLog(eventStore).readAfter(from)) {
    if (comparePlaces(eventStore, event.position, goal) > 0) break;
    batch.push(event);
    if (batch.length < BATCH_SIZE) continue;
    last = event.position;
    await fold(batch, last);
    batch = [];
  }
  if (last === undefined || comparePlaces(eventStore, last, goal) < 0) await fold(batch, goal);
}
