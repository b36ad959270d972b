import type { AnyTable } from '@lacre/read-models';
import type { PoolClient } from 'pg';

import { withAdvisoryLock } from './advisory-lock.ts';
import type { EngineDeps } from './apply-batch.ts';
import { buildInBulk } from './build-in-bulk.ts';
import { catchUpTo, fillUpTo } from './build-target.ts';
import { checkpointsOf, createTarget, dropTarget, lockLive, placeOfRow, targetOf } from './checkpoints.ts';
import { isOf } from './partition.ts';
import type { Projection } from './projection.ts';
import {
  comparePlaces,
  highestPlace,
  lowestPlace,
  physicalTable,
  placeOf,
  type Place,
  type Target,
} from './target.ts';
import { inTransaction } from './transaction.ts';

/** A row that a read model has otherwise than the log says. */
export interface Difference {
  projection: string;
  table: string;
  key: Readonly<Record<string, unknown>>;
  /** As readers see it; null when they do not. */
  live: Readonly<Record<string, unknown>> | null;
  /** As it follows from the log; null when it does not. */
  rebuilt: Readonly<Record<string, unknown>> | null;
}

/** Differences reported per table; more of them add nothing. */
const MOST_DIFFERENCES = 100;

/**
 * Builds every projection from the log into tables of its own, all of them in one pass, and compares them, row by row, with
 * the live ones at the same place in the log. Until it ends that takes as much room as the read models do. The projector
 * may be running: it waits for the comparison of one projection at a time.
 *
 * @param mayLack tenants whose rows of a table may be absent
 * @returns what differs; empty when the read models are what the log says.
 */
export async function compareWithRebuild(
  deps: EngineDeps,
  projections: readonly Projection[],
  mayLack: (table: AnyTable) => readonly string[] = () => [],
): Promise<Difference[]> {
  const differences: Difference[] = [];
  await withAdvisoryLock(deps.pool, 'lacre:compare', new AbortController().signal, async (signal) => {
    // What an interrupted comparison left.
    for (const projection of projections) await dropScratch(deps, projection);
    const built = await buildScratch(deps, projections, signal);
    for (const scratch of built) {
      differences.push(...(await compareOne(deps, scratch, mayLack)));
      await dropScratch(deps, scratch.projection);
    }
  });
  return differences;
}

/** Of what is live, filled to where the one that is furthest behind stands: they are compared at one place. */
async function buildScratch(
  deps: EngineDeps,
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<Target[]> {
  const places: Place[] = [];
  const built: Target[] = [];
  for (const projection of projections) {
    const rows = await liveRows(deps, projection);
    const [live] = rows;
    if (live === undefined || targetOf(projection, live) === undefined) continue;
    places.push(...rows.map(placeOfRow));
    built.push(await inTransaction(deps.pool, (client) => createTarget(client, projection, 'scratch')));
  }
  const upTo = lowestPlace(deps.eventStore, places);
  if (upTo === 'start') return built;
  await buildInBulk(deps, built, { signal, report: SILENT, upTo });
  signal.throwIfAborted();
  // What memory had no room for, or COPY refused.
  await fillUpTo(deps, built, upTo);
  return built;
}

const SILENT = { folded: () => {}, writing: () => {}, refused: () => {} };

const liveRows = async (deps: EngineDeps, projection: Projection) =>
  (await checkpointsOf(deps.pool, projection.name)).filter(({ state }) => state === 'live');

async function compareOne(
  deps: EngineDeps,
  scratch: Target,
  mayLack: (table: AnyTable) => readonly string[],
): Promise<Difference[]> {
  const { projection } = scratch;
  const before = await liveRows(deps, projection);
  if (before.length === 0) return [];
  // Before the lock: all but what comes meanwhile.
  await fillUpTo(deps, [scratch], lowestPlace(deps.eventStore, before.map(placeOfRow)));
  return inTransaction(deps.pool, async (client) => {
    const rows = await lockLive(client, projection);
    const [row] = rows;
    const live = row && targetOf(projection, row);
    if (live === undefined) return [];
    const parts = rows.map((one) => targetOf(projection, one)).filter((one) => one !== undefined);
    // Each tenant's events as far as its partition has come.
    await catchUpTo(deps, client, scratch, highestPlace(deps.eventStore, parts.map(placeOf)), (event) =>
      parts.some(
        ({ partition, place }) =>
          isOf(partition, event) && comparePlaces(deps.eventStore, event.position, place) <= 0,
      ),
    );
    const differences: Difference[] = [];
    for (const table of projection.tables)
      differences.push(...(await compareTables(client, live, scratch, { table, lacking: mayLack(table) })));
    return differences;
  });
}

async function compareTables(
  client: PoolClient,
  live: Target,
  scratch: Target,
  { table, lacking }: { table: AnyTable; lacking: readonly string[] },
): Promise<Difference[]> {
  const columns = Object.keys(table.columns).join(', ');
  const key = table.options.key.join(', ');
  const { rows } = await client.query<Pick<Difference, 'key' | 'live' | 'rebuilt'>>(
    `select to_jsonb(k) as key, to_jsonb(a) as live, to_jsonb(b) as rebuilt
       from (select ${columns} from ${physicalTable(live, table)}) a
       full join (select ${columns} from ${physicalTable(scratch, table)}) b using (${key})
       cross join lateral (select ${key}) k
      where a is distinct from b ${lacking.length === 0 ? '' : 'and not (a is null and b.tenant_id = any ($1))'}
      limit ${MOST_DIFFERENCES}`,
    lacking.length === 0 ? [] : [lacking],
  );
  return rows.map(({ key: keyOf, live: seen, rebuilt }) => ({
    projection: live.projection.name,
    table: table.name,
    key: keyOf,
    live: seen,
    rebuilt,
  }));
}

async function dropScratch(deps: EngineDeps, projection: Projection): Promise<void> {
  await inTransaction(deps.pool, async (client) => {
    for (const row of await checkpointsOf(client, projection.name))
      if (row.state === 'scratch') await dropTarget(client, row);
  });
}
