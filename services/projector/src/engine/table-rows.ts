import { keyOfRow, keyParts, type AnyRow, type AnyTable, type Column, type Sweep } from '@lacre/read-models';
import type { ClientBase, QueryConfig } from 'pg';

import type { TableOutcome } from './fold.ts';

/** A table where it stands: `"read"."company_v1"`. */
export type PhysicalName = string;

// Statements are named by their table, and so planned once on each connection: batches are mostly of few rows, whose
// planning takes longer than their writing.

/** Reads the rows that exist among the keys, by key. */
export async function loadRows(
  client: ClientBase,
  table: AnyTable,
  physical: PhysicalName,
  keys: readonly string[],
): Promise<Map<string, AnyRow>> {
  const { key } = table.options;
  const columns = Object.entries(table.columns).map(([name, column]) => readingOf(name, column));
  const arrays = key.map((name, index) => `$${index + 1}::${columnOf(table, name).type}[]`);
  const text = `select ${columns.join(', ')} from ${physical}
    where (${key.join(', ')}) in (select * from unnest(${arrays.join(', ')}))`;
  const values = transposed(keys.map(keyParts), key.length);
  const { rows } = await client.query<AnyRow>({ name: `load ${physical}`, text, values });
  return new Map(rows.map((row) => [keyOfRow(table, row), row]));
}

/** Reads the rows that a sweep is about. */
export async function findRows(
  client: ClientBase,
  { table, where, value }: Sweep,
  physical: PhysicalName,
): Promise<AnyRow[]> {
  const columns = Object.entries(table.columns).map(([name, column]) => readingOf(name, column));
  const typed = table.columns[where] === undefined ? '$1' : `$1::${columnOf(table, where).type}`;
  const { rows } = await client.query<AnyRow>(
    `select ${columns.join(', ')} from ${physical} where ${where} = ${typed} order by ${table.options.key.join(', ')}`,
    [value],
  );
  return rows;
}

/** What writes the outcome of a batch on one table: a statement for the rows that are gone, one for those that are. */
export function* writingStatements(
  table: AnyTable,
  physical: PhysicalName,
  outcome: TableOutcome,
): Generator<QueryConfig> {
  const rows: AnyRow[] = [];
  const gone: string[] = [];
  for (const [key, row] of outcome) {
    if (row === undefined) gone.push(key);
    else rows.push(row);
  }
  if (gone.length > 0) yield deletion(table, physical, gone);
  if (rows.length > 0) yield upsert(table, physical, rows);
}

function deletion(table: AnyTable, physical: PhysicalName, keys: readonly string[]): QueryConfig {
  const { key } = table.options;
  const arrays = key.map((name, index) => `$${index + 1}::${columnOf(table, name).type}[]`);
  return {
    name: `delete ${physical}`,
    text: `delete from ${physical} where (${key.join(', ')}) in (select * from unnest(${arrays.join(', ')}))`,
    values: transposed(keys.map(keyParts), key.length),
  };
}

function upsert(table: AnyTable, physical: PhysicalName, rows: readonly AnyRow[]): QueryConfig {
  const columns = Object.entries(table.columns);
  const names = columns.map(([name]) => name);
  const arrays = columns.map(([, { type }], index) => `$${index + 1}::${type}[]`);
  const set = names
    .filter((name) => !table.options.key.includes(name))
    .map((name) => `${name} = excluded.${name}`);
  const onConflict = set.length === 0 ? 'nothing' : `update set ${set.join(', ')}`;
  return {
    name: `upsert ${physical}`,
    text: `insert into ${physical} (${names.join(', ')}) select * from unnest(${arrays.join(', ')})
      on conflict (${table.options.key.join(', ')}) do ${onConflict}`,
    values: columns.map(([name, column]) => arrayOf(column, rows, name)),
  };
}

/** Moments come back as text, to the microsecond: a Date would cut what the log says. */
function readingOf(name: string, { type }: Column<unknown>): string {
  if (type === 'timestamptz') return `${name}::text as ${name}`;
  return type === 'int8' ? `${name}::float8 as ${name}` : name;
}

const REFUSED_BY_POSTGRES = /\\u(?:0000|d[89a-f])/i;

/** Neither text nor jsonb holds U+0000 or half of a surrogate pair, and both may stand in an event. */
const storable = (value: string): string => value.toWellFormed().replaceAll('\0', '\u{FFFD}');

function writingOf({ type }: Column<unknown>, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (type === 'text' || type === 'tsvector') return storable(value as string);
  if (type !== 'jsonb') return (value as string | number | boolean).toString();
  const written = JSON.stringify(value);
  if (!REFUSED_BY_POSTGRES.test(written)) return written;
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' ? storable(member) : member,
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};
const TO_ESCAPE = /[\\\t\n\r]/g;
/** Also what is not storable: text without any of these is written as it is. */
const NOT_AS_IT_IS = /[\\\t\n\r\0\uD800-\uDFFF]/;

/** Values of a column as the text format of COPY has them; null for its NULL. */
export function columnWriter(column: Column<unknown>): (value: unknown) => string | null {
  const escaped = (value: unknown): string | null =>
    writingOf(column, value)?.replaceAll(TO_ESCAPE, (character) => ESCAPES[character] as string) ?? null;
  switch (column.type) {
    case 'text':
    case 'tsvector':
      return (value) => (typeof value === 'string' && !NOT_AS_IT_IS.test(value) ? value : escaped(value));
    case 'uuid':
    case 'timestamptz':
      return (value) => (value === undefined ? null : (value as string | null));
    case 'jsonb':
    case 'text[]':
      return escaped;
    case 'int4':
    case 'int8':
    case 'boolean':
      return (value) => writingOf(column, value);
  }
}

const NEEDS_QUOTES: ReadonlySet<string> = new Set(['text', 'jsonb', 'timestamptz', 'tsvector']);

/**
 * One column of many rows as a Postgres array literal. Written here, at once, rather than by the driver when the
 * statement's turn comes: so it is done while the database works on the statement before.
 */
function arrayOf(column: Column<unknown>, rows: readonly AnyRow[], name: string): string {
  const quoted = NEEDS_QUOTES.has(column.type);
  const elements = rows.map((row) => {
    const value = writingOf(column, row[name]);
    if (value === null) return 'NULL';
    return quoted ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value;
  });
  return `{${elements.join(',')}}`;
}

function columnOf(table: AnyTable, name: string): Column<unknown> {
  const found = table.columns[name];
  if (found === undefined) throw new Error(`${table.name} has no column ${name}`);
  return found;
}

function transposed(rows: readonly (readonly string[])[], width: number): string[][] {
  return Array.from({ length: width }, (_, index) => rows.map((row) => row[index] as string));
}
