import { bareOf, epochOf, type EventStore, type Position } from '@lacre/event-store';
import type { ClientBase, Pool } from 'pg';

import type { Checkpoint } from './facts.ts';

/** A table of one row with a place in the log, and what is filled from the log up to there. */
interface PlaceTable {
  table: string;
  /** Emptied when it is filled anew; webhooks keep theirs, which say what was sent. */
  rows: readonly string[];
  /** Whether a rebuild begins at the log's start, or goes on where it was. */
  rebuilt: 'from-start' | 'carried-on';
}

/** Every place in the log that the database remembers, beside those of the projections. */
export const PLACES: readonly PlaceTable[] = [
  { table: 'personal_data.mention_place', rows: ['personal_data.mention'], rebuilt: 'from-start' },
  { table: 'command.open_process_checkpoint', rows: ['command.open_process'], rebuilt: 'from-start' },
  { table: 'command.unplaced_webhook_checkpoint', rows: ['command.unplaced_webhook'], rebuilt: 'from-start' },
  { table: 'signer.issued_checkpoint', rows: ['signer.issued_version'], rebuilt: 'from-start' },
  { table: 'signer.face_checkpoint', rows: [], rebuilt: 'from-start' },
  { table: 'webhook.checkpoint', rows: [], rebuilt: 'carried-on' },
];

const PROJECTIONS = 'projector.checkpoint';

export async function exists(client: ClientBase | Pool, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    table,
  ]);
  return rows[0]?.found === true;
}

/** Those that have come anywhere; several of a read model that is divided, where its partitions are at several places. */
export async function checkpointsIn(client: ClientBase | Pool): Promise<Checkpoint[]> {
  const found: Checkpoint[] = [];
  if (await exists(client, PROJECTIONS)) {
    const { rows } = await client.query<Checkpoint>(
      `select distinct projection as name, position from ${PROJECTIONS}
        where position is not null and state in ('live', 'building')`,
    );
    found.push(...rows);
  }
  for (const { table } of PLACES) {
    if (!(await exists(client, table))) continue;
    const { rows } = await client.query<{ position: Position }>(
      `select position from ${table} where position is not null`,
    );
    found.push(...rows.map(({ position }) => ({ name: table, position })));
  }
  return found;
}

/** A checkpoint of 2^63 or more is what some servers answer for "nowhere" (KurrentDB PR 4892). */
const FIRST_IMPOSSIBLE = 2n ** 63n;
const isPossible = (position: Position): boolean =>
  bareOf(position)
    .split('/')
    .every((part) => /^\d+$/.test(part) && BigInt(part) < FIRST_IMPOSSIBLE);

export interface Placed {
  ahead: string[];
  misplaced: string[];
}

/**
 * Which checkpoints cannot be the log's own.
 *
 * @param store the log itself, whose positions have no epoch
 * @param head the position of its last event; undefined where a checkpoint may lie after it, as behind a server's filter
 */
export function misplacedIn(
  checkpoints: readonly Checkpoint[],
  store: Pick<EventStore, 'comparePositions'>,
  { head, epoch, isFirst }: { head: Position | undefined; epoch: string | undefined; isFirst: boolean },
): Placed {
  const ahead = new Set<string>();
  const misplaced = new Set<string>();
  for (const { name, position } of checkpoints) {
    const own = epochOf(position);
    const isOfEpoch = own === undefined ? isFirst || epoch === undefined : own === epoch;
    if (!isOfEpoch || !isPossible(position)) misplaced.add(name);
    else if (head !== undefined && store.comparePositions(bareOf(position), head) > 0) ahead.add(name);
  }
  return { ahead: [...ahead], misplaced: [...misplaced] };
}
