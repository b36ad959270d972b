import { escapeIdentifier, type Pool } from 'pg';

/** Every row of every table of the database, read as text, that holds one of the words, in whatever case. */
export async function rowsWith(
  pool: Pool,
  words: readonly string[],
): Promise<{ table: string; row: string }[]> {
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      order by 1, 2`,
  );
  const found: { table: string; row: string }[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from ${escapeIdentifier(schema)}.${escapeIdentifier(name)} t
        where exists (select from unnest($1::text[]) as word where position(lower(word) in lower(t::text)) > 0)`,
      [words],
    );
    found.push(...rows.map(({ row }) => ({ table: `${schema}.${name}`, row })));
  }
  return found;
}
