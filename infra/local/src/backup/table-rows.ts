import { escapeIdentifier, type ClientBase, type Pool } from 'pg';

import { BackupRefused } from './backup-refused.ts';
import type { KeptTable } from './kept-tables.ts';
import type { Ledger } from './manifest.ts';

/** Rows of a table that are read. */
type Selected = Pick<KeptTable, 'name' | 'where'>;

const ROWS_AT_ONCE = 1000;

/** `identity.user`, as SQL writes it. */
export const quoted = (name: string): string => name.split('.').map(escapeIdentifier).join('.');

const schemasOf = (tables: readonly Selected[]): string[] => [
  ...new Set(tables.map(({ name }) => name.split('.')[0] ?? '')),
];

/** A line that names a table and its columns, then a line for each row, as JSON; one state of all of them. */
export async function* tableLines(pool: Pool, tables: readonly Selected[]): AsyncGenerator<string> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    for (const table of tables) yield* linesOf(client, table);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function* linesOf(client: ClientBase, { name, where }: Selected): AsyncGenerator<string> {
  const { all: columns } = await columnsOf(client, name);
  // A service that never ran here made none of its tables.
  if (columns.length === 0) return;
  yield JSON.stringify({ table: name, columns });
  const rows = `select ${columns.map(escapeIdentifier).join(', ')} from ${quoted(name)}${where === undefined ? '' : ` where ${where}`}`;
  // As JSON of the server, which keeps what JavaScript would not: bytes, microseconds, large numbers.
  await client.query(
    `declare kept no scroll cursor for select to_jsonb(kept)::text as row from (${rows}) as kept`,
  );
  for (;;) {
    const { rows: found } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from kept`);
    for (const { row } of found) yield row;
    if (found.length < ROWS_AT_ONCE) break;
  }
  await client.query('close kept');
}

/** Those that rows are written with: all of them, and apart those that are given and those that the server counts. */
export async function columnsOf(
  client: ClientBase | Pool,
  name: string,
): Promise<Record<'all' | 'given' | 'counted', string[]>> {
  const [schema, table] = name.split('.');
  const { rows } = await client.query<{ name: string; counted: boolean }>(
    `select column_name as name, is_identity = 'YES' as counted from information_schema.columns
      where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' order by ordinal_position`,
    [schema, table],
  );
  const named = (some: typeof rows): string[] => some.map((row) => row.name);
  return {
    all: named(rows),
    given: named(rows.filter(({ counted }) => !counted)),
    counted: named(rows.filter(({ counted }) => counted)),
  };
}

export interface Rows {
  table: string;
  columns: string[];
  /** Each as JSON. */
  rows: string[];
}

/** As JavaScript writes it; rows are as the server writes them, with a space after each colon. */
export const isTableHead = (line: string): boolean => line.startsWith('{"table":"');

/** The rows that the lines hold, some at a time. */
export async function* rowsIn(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Rows> {
  let head: Omit<Rows, 'rows'> | undefined;
  let rows: string[] = [];
  for await (const line of lines) {
    const isHead = isTableHead(line);
    if (head !== undefined && (isHead || rows.length === ROWS_AT_ONCE)) {
      yield { ...head, rows };
      rows = [];
    }
    if (isHead) head = JSON.parse(line) as Omit<Rows, 'rows'>;
    else rows.push(line);
  }
  if (head !== undefined) yield { ...head, rows };
}

/** Puts the rows into their table. @param present what becomes of one that is there already: it fails, or stays */
export async function insertRows(
  client: ClientBase,
  { table, columns, rows }: Rows,
  present: 'fails' | 'stays' = 'fails',
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(escapeIdentifier).join(', ');
  await client.query(
    `insert into ${quoted(table)} (${names}) overriding system value
     select ${names} from jsonb_populate_recordset(null::${quoted(table)}, $1::jsonb) ${present === 'stays' ? 'on conflict do nothing' : ''}`,
    [`[${rows.join(',')}]`],
  );
}

/** What counts up goes on after the rows that were put back. */
export async function continueNumbers(client: ClientBase, tables: readonly Selected[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_schema || '.' || table_name as table, column_name as column
       from information_schema.columns
      where is_identity = 'YES' and table_schema || '.' || table_name = any ($1)`,
    [tables.map(({ name }) => name)],
  );
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), (select coalesce(max(${escapeIdentifier(column)}), 0) + 1 from ${quoted(table)}), false)`,
      [quoted(table), column],
    );
}

/** Which migrations of the tables' schemas were applied, in their order. */
export async function ledgerOf(client: ClientBase | Pool, tables: readonly Selected[]): Promise<Ledger> {
  const ledger: Ledger = {};
  for (const schema of schemasOf(tables)) {
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass($1) is not null as found`, [
      `${schema}.migrations`,
    ]);
    if (rows[0]?.found !== true) continue;
    const applied = await client.query<{ id: string; checksum: string }>(
      `select id, checksum from ${escapeIdentifier(schema)}.migrations order by id`,
    );
    ledger[schema] = applied.rows.map(({ id, checksum }) => [id, checksum]);
  }
  return ledger;
}

/** @throws BackupRefused when rows of the one would not fit the tables of the other */
export function assertSameLedger(kept: Ledger, own: Ledger, release: string): void {
  const others = Object.keys(kept).filter(
    (schema) => JSON.stringify(kept[schema]) !== JSON.stringify(own[schema]),
  );
  if (others.length > 0)
    throw new BackupRefused(
      `a cópia de segurança é do Lacre ${release}, cujas tabelas (${others.join(', ')}) não são as desta versão: restaure com aquela versão, e atualize depois. Esvazie a pasta e o banco de dados antes.`,
    );
}
