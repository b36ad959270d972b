import type { Position } from '@lacre/event-store';
import type { ClientBase, Pool } from 'pg';

import { WHOLE } from './partition.ts';
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

/** Of a target, or of one partition of a live one. */
export interface CheckpointRow {
  target: string;
  partition: number;
  partitions: number;
  projection: string;
  version: number;
  generation: number;
  state: TargetState;
  position: string | null;
  tables: string[];
}

const stored = (place: Place): string | null => (place === 'start' ? null : place);
export const placeOfRow = (row: Pick<CheckpointRow, 'position'>): Place =>
  row.position === null ? 'start' : (row.position as Position);

const COLUMNS = 'target, partition, partitions, projection, version, generation, state, position, tables';

export async function checkpointsOf(client: ClientBase | Pool, projection: string): Promise<CheckpointRow[]> {
  const { rows } = await client.query<CheckpointRow>(
    `select ${COLUMNS} from projector.checkpoint where projection = $1 order by target, partition`,
    [projection],
  );
  return rows;
}

/** The target of a checkpoint row, when this release has the code of its version. */
export function targetOf(projection: Projection, row: CheckpointRow): Target | undefined {
  if (row.version !== projection.version) return undefined;
  return {
    id: row.target,
    partition: { number: row.partition, of: row.partitions },
    projection,
    generation: row.generation,
    state: row.state,
    place: placeOfRow(row),
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
    partition: WHOLE,
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
       from unnest($1::text[], $2::text[], $4::int4[], $5::int4[]) as known(target, position, partition, partitions)
      where c.target = known.target and c.partition = known.partition and c.partitions = known.partitions
        and c.position is not distinct from known.position and c.state <> 'retired'`,
    values: [
      targets.map(({ id }) => id),
      targets.map(({ place }) => stored(place)),
      stored(to),
      targets.map(({ partition }) => partition.number),
      targets.map(({ partition }) => partition.of),
    ],
  });
  if (rowCount !== targets.length) throw new CheckpointMoved(targets);
}

/**
 * Locks the live checkpoint of a projection, that of each partition, until the transaction ends, and says where they are:
 * empty when nothing is live.
 */
export async function lockLive(client: ClientBase, projection: Projection): Promise<CheckpointRow[]> {
  const { rows } = await client.query<CheckpointRow>(
    `select ${COLUMNS} from projector.checkpoint
      where projection = $1 and state = 'live' order by partition for update`,
    [projection.name],
  );
  return rows;
}

/** Removes a target whole: tables, checkpoint, parked events. To be called in a transaction. */
export async function dropTarget(
  client: ClientBase,
  row: Pick<CheckpointRow, 'target' | 'tables'>,
): Promise<void> {
  await dropTables(client, row.tables);
  await client.query('delete from projector.parked_event where target = $1', [row.target]);
  await client.query('delete from projector.checkpoint where target = $1', [row.target]);
}

export async function retire(client: ClientBase, row: Pick<CheckpointRow, 'target'>): Promise<void> {
  await client.query(`update projector.checkpoint set state = 'retired' where target = $1`, [row.target]);
}

/** Shows a whole target to readers, divided into the partitions of the installation. */
export async function makeLive(client: ClientBase, target: Target): Promise<void> {
  const { rows } = await client.query<{ partitions: number }>(
    'select partitions from projector.formation for share',
  );
  await client.query(`update projector.checkpoint set state = 'live' where target = $1`, [target.id]);
  await divide(client, target.id, rows[0]?.partitions ?? WHOLE.of);
  await publishViews(client, target);
}

/** Gives a target as many partitions, all of which stand where those that it has do. To be called in a transaction. */
export async function divide(client: ClientBase, target: string, partitions: number): Promise<void> {
  await client.query('delete from projector.checkpoint where target = $1 and partition >= $2', [
    target,
    partitions,
  ]);
  await client.query('update projector.checkpoint set partitions = $2 where target = $1', [
    target,
    partitions,
  ]);
  await client.query(
    `insert into projector.checkpoint (${COLUMNS})
     select target, number, partitions, projection, version, generation, state, position, tables
       from projector.checkpoint cross join generate_series(1, $2::integer - 1) number
      where target = $1 and partition = 0
     on conflict do nothing`,
    [target, partitions],
  );
}
