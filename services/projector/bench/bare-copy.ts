import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { ClientBase } from 'pg';

/**
 * The same rows by COPY from files into tables of the same columns, then the same keys and indexes, and nothing else: what
 * a build cannot fall below.
 *
 * @param measure told the work that counts, for all tables together
 */
export async function copyBare(
  client: ClientBase,
  measure: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lacre-bare-'));
  // The server writes and reads them as another account.
  chmodSync(folder, 0o777);
  const { rows: tables } = await client.query<{ name: string; columns: string; indexes: string[] }>(`
    select t.name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = t.name::regclass and attnum > 0 and not attisdropped) as columns,
      array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = t.name::regclass) as indexes
    from projector.checkpoint c cross join unnest(c.tables) as t (name) where c.state = 'live'`);
  await client.query('drop schema if exists bare cascade; create schema bare');
  await client.query(
    `set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '256MB'`,
  );
  for (const [number, { name, columns }] of tables.entries()) {
    await client.query(`copy (select ${columns} from ${name}) to '${path.join(folder, String(number))}'`);
    await client.query(`create table bare.t${number} (like ${name})`);
  }
  await measure(async () => {
    for (const [number, { columns, indexes }] of tables.entries()) {
      await client.query(`copy bare.t${number} (${columns}) from '${path.join(folder, String(number))}'`);
      for (const definition of indexes)
        await client.query(definition.replace(/INDEX \S+ ON \S+/, `INDEX ON bare.t${number}`));
    }
  });
  await client.query('drop schema bare cascade');
  rmSync(folder, { recursive: true, force: true });
}
