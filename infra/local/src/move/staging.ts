import { randomUUID } from 'node:crypto';

import { insertRecorded, readRecorded } from '@lacre/adapters/log-rows';
import { bareOf, type Position, type RecordedEvent } from '@lacre/event-store';
import { connectSession, migrate } from '@lacre/postgres';
import type { Pool, PoolClient, QueryResultRow } from 'pg';

const ROWS_AT_ONCE = 1000;

/**
 * What of a tenant is on its way, in the database that it goes to and beside the log, which nothing is ever removed from: a
 * move that is given up leaves nothing. Columns of events are those of the log, so that they go there by one statement.
 */
const createTables = `
create table move (
  move_id uuid primary key,
  tenant_id uuid not null unique,
  -- Whose log it is copied from, and in which of its histories.
  source text not null,
  -- How far it was copied; null at its beginning.
  copied_to text collate "C",
  -- How far the copy was put into the log; null before the commit point.
  placed_to bigint
);
create table event (
  move_id uuid not null references move on delete cascade,
  position bigint generated always as identity,
  stream text collate "C" not null,
  revision bigint not null,
  event_id uuid not null,
  type text collate "C" not null,
  data json not null,
  metadata json not null,
  recorded_at timestamptz not null,
  primary key (move_id, position),
  unique (move_id, stream, revision)
);
-- Reservations of the tenant as they stand, by the stream that they have in the source.
create table reservation (
  move_id uuid not null references move on delete cascade,
  stream text collate "C" not null,
  owner text collate "C" not null,
  primary key (move_id, stream)
);
`;

/** Events of the source that were read: the tenant's, and what became of its reservations. */
export interface Scanned {
  events: readonly RecordedEvent[];
  /** By stream; null for one that is not the tenant's any more. */
  reservations: ReadonlyMap<string, string | null>;
  copiedTo: Position;
}

interface MoveRow {
  move_id: string;
  source: string;
  copied_to: Position | null;
  placed_to: bigint | null;
}

/** One move of one tenant, as far as it has come. */
export class Staging {
  readonly pool: Pool;
  readonly moveId: string;
  /** How far the source's log was copied. */
  copiedTo: Position | 'start';
  /** How far the copy stands in the log; undefined before the commit point. */
  placedTo: bigint | undefined;

  private constructor(pool: Pool, row: MoveRow) {
    this.pool = pool;
    this.moveId = row.move_id;
    this.copiedTo = row.copied_to ?? 'start';
    this.placedTo = row.placed_to ?? undefined;
  }

  /** The move that was begun of a tenant; undefined when none was. */
  static async find(pool: Pool, tenantId: string): Promise<Staging | undefined> {
    const { rows: made } = await pool.query<{ is: boolean }>(
      `select to_regclass('tenant_move.move') is not null as is`,
    );
    if (made[0]?.is !== true) return undefined;
    const { rows } = await pool.query<MoveRow>('select * from tenant_move.move where tenant_id = $1', [
      tenantId,
    ]);
    return rows[0] && new Staging(pool, rows[0]);
  }

  /**
   * Goes on with the move that was begun, or begins one; a copy of another log, or of another history of it, is begun
   * anew.
   *
   * @param moveId as the source's log knows it, where it was begun there
   */
  static async open(
    pool: Pool,
    { tenantId, source, moveId }: { tenantId: string; source: string; moveId: string | undefined },
  ): Promise<Staging> {
    await migrate(pool, { schema: 'tenant_move', migrations: [{ id: '001-staging', sql: createTables }] });
    await pool.query(
      `delete from tenant_move.move where tenant_id = $1 and placed_to is null
          and (source <> $2 or move_id <> coalesce($3::uuid, move_id))`,
      [tenantId, source, moveId ?? null],
    );
    await pool.query(
      `insert into tenant_move.move (move_id, tenant_id, source) values ($1, $2, $3) on conflict (tenant_id) do nothing`,
      [moveId ?? randomUUID(), tenantId, source],
    );
    return (await Staging.find(pool, tenantId))!;
  }

  /** Commit point: what was read and how far that is, together. */
  async add({ events, reservations, copiedTo }: Scanned): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await insertRecorded(client, events, {
        name: 'tenant_move.event',
        besides: { column: 'move_id', value: this.moveId },
      });
      await this.#note(client, reservations);
      await client.query('update tenant_move.move set copied_to = $2 where move_id = $1', [
        this.moveId,
        bareOf(copiedTo),
      ]);
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.copiedTo = copiedTo;
  }

  async #note(client: PoolClient, reservations: Scanned['reservations']): Promise<void> {
    const held = [...reservations].filter(([, owner]) => owner !== null);
    const gone = [...reservations].flatMap(([stream, owner]) => (owner === null ? [stream] : []));
    await client.query(
      `insert into tenant_move.reservation (move_id, stream, owner)
       select $1, stream, owner from unnest($2::text[], $3::text[]) as given (stream, owner)
       on conflict (move_id, stream) do update set owner = excluded.owner`,
      [this.moveId, held.map(([stream]) => stream), held.map(([, owner]) => owner)],
    );
    await client.query('delete from tenant_move.reservation where move_id = $1 and stream = any ($2)', [
      this.moveId,
      gone,
    ]);
  }

  /** The copied events behind a place of the copy, in the source's order; their positions are places of the copy. */
  async *events(after = 0n): AsyncGenerator<RecordedEvent> {
    for (let place = after; ;) {
      const events = await readRecorded(
        this.pool,
        `tenant_move.event where move_id = $1 and position > $2 order by position limit ${ROWS_AT_ONCE}`,
        [this.moveId, String(place)],
      );
      yield* events;
      const last = events.at(-1);
      if (last === undefined || events.length < ROWS_AT_ONCE) return;
      place = BigInt(last.position);
    }
  }

  /** Who holds what, by the names of the source. */
  async reservations(): Promise<Map<string, string>> {
    const { rows } = await this.pool.query<{ stream: string; owner: string }>(
      'select stream, owner from tenant_move.reservation where move_id = $1',
      [this.moveId],
    );
    return new Map(rows.map(({ stream, owner }) => [stream, owner]));
  }

  /** Streams that begin elsewhere than with their first event, or lack one: nothing that is copied may. */
  async unfinishedStreams(): Promise<string[]> {
    const rows = await this.#unlimited<{ stream: string }>(
      `select stream from tenant_move.event where move_id = $1
        group by stream having count(*) <> max(revision) + 1 limit 5`,
    );
    return rows.map(({ stream }) => stream);
  }

  /** Forgets the move and all that was copied. */
  async remove(): Promise<void> {
    await this.#unlimited('delete from tenant_move.move where move_id = $1');
  }

  /** A statement over the whole copy, which may take longer than a pool lets one. */
  async #unlimited<Row extends QueryResultRow>(text: string): Promise<Row[]> {
    const client = await connectSession(this.pool);
    try {
      await client.query('set statement_timeout = 0');
      return (await client.query<Row>(text, [this.moveId])).rows;
    } finally {
      await client.end();
    }
  }
}
