import { copyIn } from '@lacre/postgres';
import { keyOfRow, type AnyRow, type AnyTable } from '@lacre/read-models';
import { escapeIdentifier, type ClientBase, type Pool } from 'pg';

import { isEventsFault } from './apply-batch.ts';
import type { BulkFold } from './bulk-fold.ts';
import { moveCheckpoints } from './checkpoints.ts';
import { CopyText } from './copy-text.ts';
import type { TableOutcome } from './fold.ts';
import { parkEvents } from './parked-events.ts';
import { writingStatements } from './table-rows.ts';
import { createIndexes } from './target-tables.ts';
import { physicalTable } from './target.ts';
import { inTransaction } from './transaction.ts';

/** Characters of one message to the database. */
const CHUNK_LENGTH = 64 * 1024;
/** So many are copied: fewer rows are inserted into the tables as they are, and a small log is built in no time. */
const MANY_ROWS = 10_000;

/** Rows and checkpoint are lost together, if at all, and what is large takes its time. */
export const settingsOfBuild = (client: ClientBase): Promise<unknown> =>
  client.query(`set local synchronous_commit = off; set local statement_timeout = 0;
    set local maintenance_work_mem = '256MB'`);

/**
 * Fills the empty tables of one target by COPY, without their keys' indexes, which are made when all rows are there.
 * Until `finish` commits, the checkpoint stays at the log's beginning and what is in the tables is nothing: `recover`,
 * of the next run, empties them.
 */
export class BulkWriter {
  readonly #pool: Pool;
  readonly #bulk: BulkFold;
  readonly #signal: AbortSignal;
  readonly #manyRows: number;
  readonly #texts = new Map<AnyTable, CopyText>();
  readonly #waiting = new Map<AnyTable, (readonly AnyRow[])[]>();
  #isPrepared = false;
  #refusal: unknown;

  constructor(
    deps: { pool: Pool },
    bulk: BulkFold,
    { signal, manyRows = MANY_ROWS }: { signal: AbortSignal; manyRows?: number | undefined },
  ) {
    this.#pool = deps.pool;
    this.#bulk = bulk;
    this.#signal = signal;
    this.#manyRows = manyRows;
  }

  get bulk(): BulkFold {
    return this.#bulk;
  }

  /** Why the tables cannot take the rows, which is the fault of some event; undefined while they can. */
  get refusal(): unknown {
    return this.#refusal;
  }

  /** Empties what an earlier run left that was ended among its rows: its tables have no keys. */
  async recover(): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `select from unnest($1::text[]) as name
        where not exists (select from pg_constraint where conrelid = name::regclass and contype = 'p')`,
      [this.#tables()],
    );
    if (rowCount !== 0) await this.#inBuild((client) => this.#empty(client));
  }

  /** Copies what was appended, when it is worth a statement. */
  async append(atLeast = this.#manyRows): Promise<void> {
    for (const [table, rows] of this.#bulk.takeAppended()) {
      const waiting = this.#waiting.get(table);
      if (waiting === undefined) this.#waiting.set(table, [rows]);
      else waiting.push(rows);
    }
    for (const [table, parts] of this.#waiting) {
      if (parts.reduce((sum, { length }) => sum + length, 0) < atLeast) continue;
      this.#waiting.delete(table);
      await this.#prepareTables();
      await this.#unlessRefused((client) => this.#copy(client, table, parts.flat()));
    }
  }

  /** Commit point: the last rows, the keys, parked events and the checkpoint, together. */
  async finish(): Promise<void> {
    const { target, place, outcome, parked, rows } = this.#bulk;
    if (rows >= this.#manyRows) await this.#prepareTables();
    await this.append(this.#isPrepared ? 1 : Infinity);
    await this.#unlessRefused(async (client) => {
      await moveCheckpoints(client, [target], place);
      await parkEvents(client, target, parked);
      if (this.#isPrepared) await this.#copyRest(client, outcome);
      else await this.#insert(client, outcome);
    });
    if (this.#refusal === undefined) target.place = place;
    else if (this.#isPrepared) await this.#inBuild((client) => this.#empty(client));
  }

  /** The indexes readers need; after `finish`, when nothing more is to be copied. */
  async createIndexes(): Promise<void> {
    await this.#inBuild((client) => createIndexes(client, this.#bulk.target));
  }

  get #isRead(): boolean {
    return this.#bulk.target.projection.schema === 'read';
  }

  #tables(): string[] {
    const { target } = this.#bulk;
    return target.projection.tables.map((table) => physicalTable(target, table));
  }

  /**
   * Makes the tables ready for COPY. Until `finish` only this target's builder knows them, and their owner is not
   * bound by their policies.
   */
  async #prepareTables(): Promise<void> {
    if (this.#isPrepared) return;
    await this.#inBuild(async (client) => {
      for (const physical of this.#tables()) {
        const key = await primaryKeyOf(client, physical);
        await client.query(`alter table ${physical} drop constraint ${key}`);
        // COPY is refused to whom row-level security binds.
        if (this.#isRead) await client.query(`alter table ${physical} no force row level security`);
      }
    });
    this.#isPrepared = true;
  }

  async #copyRest(client: ClientBase, outcome: BulkFold['outcome']): Promise<void> {
    for (const [table, rows] of outcome) await this.#copy(client, table, rows.values());
    await this.#restoreTables(client);
  }

  /** Of few rows, into the tables as they are. */
  async #insert(client: ClientBase, outcome: BulkFold['outcome']): Promise<void> {
    const appended = [...this.#waiting].map(([table, parts]): [AnyTable, TableOutcome] => [
      table,
      new Map(parts.flat().map((row) => [keyOfRow(table, row), row])),
    ]);
    for (const [table, rows] of [...outcome, ...appended])
      for (const statement of writingStatements(table, physicalTable(this.#bulk.target, table), rows))
        await client.query(statement);
  }

  async #copy(client: ClientBase, table: AnyTable, rows: Iterable<AnyRow | undefined>): Promise<void> {
    let text = this.#texts.get(table);
    if (text === undefined) this.#texts.set(table, (text = new CopyText(table)));
    const statement = `copy ${physicalTable(this.#bulk.target, table)} (${text.columns}) from stdin`;
    await copyIn(client, statement, this.#untilStopped(text.chunksOf(rows, CHUNK_LENGTH)));
  }

  *#untilStopped(chunks: Iterable<string>): Generator<string> {
    for (const chunk of chunks) {
      this.#signal.throwIfAborted();
      yield chunk;
    }
  }

  async #restoreTables(client: ClientBase): Promise<void> {
    const { target } = this.#bulk;
    for (const table of target.projection.tables) {
      const physical = physicalTable(target, table);
      await client.query(`alter table ${physical} add primary key (${table.options.key.join(', ')})`);
      if (this.#isRead) await client.query(`alter table ${physical} force row level security`);
    }
  }

  async #empty(client: ClientBase): Promise<void> {
    for (const physical of this.#tables()) await client.query(`truncate ${physical}`);
    await this.#restoreTables(client);
  }

  async #unlessRefused(work: (client: ClientBase) => Promise<void>): Promise<void> {
    if (this.#refusal !== undefined) return;
    try {
      await this.#inBuild(work);
    } catch (error) {
      if (!isEventsFault(error)) throw error;
      this.#refusal = error;
    }
  }

  #inBuild(work: (client: ClientBase) => Promise<void>): Promise<void> {
    return inTransaction(this.#pool, async (client) => {
      await settingsOfBuild(client);
      await work(client);
    });
  }
}

async function primaryKeyOf(client: ClientBase, physical: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'p'`,
    [physical],
  );
  return escapeIdentifier(rows[0]?.name ?? '');
}
