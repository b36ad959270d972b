import type { Pool } from 'pg';

import type { AnyTable } from '../table.ts';

interface ColumnInDatabase {
  name: string;
  type: string;
  nullable: boolean;
}

/** Columns of a table as the catalogue has them, by name. */
export async function columnsInDatabase(pool: Pool, { name }: AnyTable): Promise<ColumnInDatabase[]> {
  const { rows } = await pool.query<ColumnInDatabase>(
    `select attname as name, format_type(atttypid, null) as type, not attnotnull as nullable
       from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attname`,
    [name],
  );
  return rows;
}

/** As the catalogue writes them. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  int4: 'integer',
  int8: 'bigint',
};

/** What `columnsInDatabase` answers when the database has the table as it is declared. */
export const declaredColumns = ({ columns }: AnyTable): ColumnInDatabase[] =>
  Object.entries(columns)
    .map(([name, { type, nullable }]) => ({ name, type: LONG_NAMES[type] ?? type, nullable }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
