import { streams } from '@lacre/contracts';
import { eventsAfter } from '@lacre/event-store';
import type { Pool } from 'pg';

import type { EngineDeps } from './engine/apply-batch.ts';
import { beginBuilding, buildAndSwap, rebuild } from './engine/build-target.ts';
import { checkpointsOf, dropTarget } from './engine/checkpoints.ts';
import { compareWithRebuild, type Difference } from './engine/compare-with-rebuild.ts';
import type { Projection } from './engine/projection.ts';
import { retryParked } from './engine/retry-parked.ts';
import { migrateProjector } from './engine/schema.ts';
import { inTransaction } from './engine/transaction.ts';
import { isForgotten } from './forget-tenant-rows.ts';
import { readModels } from './projections/index.ts';
import { openWorkModel } from './reactors/index.ts';

const everything: readonly Projection[] = [...readModels, openWorkModel];

export const projectionNames: readonly string[] = everything.map(({ name }) => name);

function projectionOf(name: string): Projection {
  const found = everything.find((projection) => projection.name === name);
  if (found === undefined)
    throw new RangeError(`no read model ${name}; there are ${projectionNames.join(', ')}`);
  return found;
}

/**
 * Every read model, and open work, against what the log says, but for rows that a forgotten tenant lacks. The projector
 * may be running.
 *
 * @returns what differs; empty when all is well.
 */
export async function checkReadModels(deps: EngineDeps): Promise<Difference[]> {
  const forgotten: string[] = [];
  const streamPrefixes = [streams.tenant('')];
  for await (const { type, data } of eventsAfter(deps.eventStore, 'start', { streamPrefixes })) {
    const { tenantId } = data;
    if (type === 'TenantMoveForgotten' && typeof tenantId === 'string') forgotten.push(tenantId);
  }
  return compareWithRebuild(deps, everything, (table) => (isForgotten(table) ? forgotten : []));
}

/** Unreadable read models, by name: never built, or without their checkpoint. */
export async function missingReadModels(pool: Pool): Promise<string[]> {
  const missing: string[] = [];
  for (const { name } of everything) {
    const targets = await checkpointsOf(pool, name);
    if (!targets.some(({ state }) => state === 'live')) missing.push(name);
  }
  return missing;
}

/** Builds one read model anew beside the live one and swaps. @throws RangeError when there is none of that name. */
export const rebuildReadModel = (deps: EngineDeps, name: string): Promise<boolean> =>
  rebuild(deps, projectionOf(name));

/**
 * Drops every read model, and open work, and builds all of them anew from the log in one pass. No process may be
 * reading or following meanwhile. A crash on the way leaves what the next start builds.
 */
export async function rebuildEverything(deps: EngineDeps): Promise<void> {
  await migrateProjector(deps.pool);
  await inTransaction(deps.pool, async (client) => {
    const { rows } = await client.query<{ target: string; tables: string[] }>(
      'select distinct target, tables from projector.checkpoint',
    );
    for (const row of rows) await dropTarget(client, row);
    for (const projection of everything) await beginBuilding(client, projection);
  });
  await buildAndSwap(deps, everything, { signal: new AbortController().signal });
}

/**
 * Folds the parked events of a stream into a read model, in order, all or none.
 *
 * @returns how many. @throws RangeError when there is no read model of that name; what still keeps the events out.
 */
export const retryParkedStream = (
  deps: Pick<EngineDeps, 'pool' | 'eventStore'>,
  name: string,
  stream: string,
): Promise<number> => retryParked(deps, projectionOf(name), stream);
