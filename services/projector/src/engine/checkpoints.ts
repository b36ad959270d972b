import type { Position } from '@lacre/event-store';
import type { ClientBase, Pool } from 'pg';

import type { Projection } from './projection.ts';
import { createTables, dropTables, publishViews } from './target-tables.ts';
import { physicalTable, targetId, type Place, type Target, type TargetState } from './target.ts';

/** Another instance moved a checkpoint, or replaced the target, since this one last looked. */
export class CheckpointMoved extends Error {
  constructor(targets: readonly Target[]) {
    super(`the checkpoint of ${targets.map(({ id }) => id).join(', ')} is not where this instance left it`);
    this.name = 'CheckpointMoved';
  }
}

interface CheckpointRow {
  target: string;
  projection: string;
  version: number;
  generation: number;
  state: TargetState;
  position: string | null;
  tables: string[];
}

const stored = (place: Place): string | null => (place === 'start' ? null : place);
const placeOf = (row: CheckpointRow): Place => (row.position === null ? 'start' : (row.position as Position));

export async function checkpointsOf(client: ClientBase | Pool, projection: string): Promise<CheckpointRow[]> {
  const { rows } = await client.query<CheckpointRow>(
    'select target, projection, version, generation, state, position, tables from projector.checkpoint where projection = $1',
    [projection],
  );
  return rows;
}

/** The target of a checkpoint row, when this release has the code of its version. */
export function targetOf(projection: Projection, row: CheckpointRow): Target | undefined {
  if (row.version !== projection.version) return undefined;
  return {
    id: row.target,
    projection,
    generation: row.generation,
    state: row.state,
    place: placeOf(row),
  };
}

/** Makes a target with empty tables at the beginning of the log. To be called in a transaction. */
export async function createTarget(
  client: ClientBase,
  projection: Projection,
  state: TargetState,
): Promise<Target> {
  const existing = await checkpointsOf(client, projection.name);
  const generations = existing.filter(({ version }) => version === projection.version);
  const generation = Math.max(0, ...generations.map((row) => row.generation)) + 1;
  const target: Target = {
    id: targetId(projection, generation),
    projection,
    generation,
    state,
    place: 'start',
  };
  await createTables(client, target);
  await client.query(
    `insert into projector.checkpoint (target, projection, version, generation, state, position, tables)
     values ($1, $2, $3, $4, $5, null, $6)`,
    [
      target.id,
      projection.name,
      projection.version,
      generation,
      state,
      projection.tables.map((table) => physicalTable(target, table)),
    ],
  );
  return target;
}

/**
 * Moves the checkpoints, and locks them until the transaction ends: no other process folds into these targets
 * meanwhile.
 *
 * @throws CheckpointMoved when one of them is not where this process left it.
 */
export async function moveCheckpoints(
  client: ClientBase,
  targets: readonly Target[],
  to: Place,
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'move checkpoints',
    text: `update projector.checkpoint c set position = $3, updated_at = now()
       from unnest($1::text[], $2::text[]) as known(target, position)
      where c.target = known.target and c.position is not distinct from known.position and c.state <> 'retired'`,
    values: [targets.map(({ id }) => id), targets.map(({ place }) => stored(place)), stored(to)],
  });
  if (rowCount !== targets.length) throw new CheckpointMoved(targets);
}

/** Locks the live checkpoint of a projection until the transaction ends, and says where it is. */
export async function lockLive(
  client: ClientBase,
  projection: Projection,
): Promise<CheckpointRow | undefined> {
  const { rows } = await client.query<CheckpointRow>(
    `select target, projection, version, generation, state, position, tables from projector.checkpoint
      where projection = $1 and state = 'live' for update`,
    [projection.name],
  );
  return rows[0];
}

export const placeOfRow = placeOf;

/** Removes a target whole: tables, checkpoint, parked events. To be called in a transaction. */
export async function dropTarget(
  client: ClientBase,
  row: Pick<CheckpointRow, 'target' | 'tables'>,
): Promise<void> {
  await dropTables(client, row.tables);
  await client.query('delete from projector.checkpoint where target = $1', [row.target]);
}

export async function retire(client: ClientBase, row: Pick<CheckpointRow, 'target'>): Promise<void> {
  await client.query(`update projector.checkpoint set state = 'retired' where target = $1`, [row.target]);
}

export async function makeLive(client: ClientBase, target: Target): Promise<void> {
  await client.query(`update projector.checkpoint set state = 'live' where target = $1`, [target.id]);
  await publishViews(client, target);
}
