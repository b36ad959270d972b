import { afterAll, beforeAll } from 'vitest';

import type { Operated } from '../../../support/operator-command.ts';
import { insideOf, type StoppedLacre } from '../../../support/stopped-lacre.ts';
import type { Audited } from './use-audit.ts';

/** A field of events, set to another value. */
export const set = (path: string, value: unknown, where: string) =>
  `update event_store.events set data = jsonb_set(data::jsonb, '{${path}}', '${JSON.stringify(value)}')::json where ${where}`;
/** The first event of a type. */
export const first = (type: string) =>
  `position = (select min(position) from event_store.events where type = '${type}')`;
/** The first event of a type, appended once more. */
export const again = (type: string) =>
  `insert into event_store.events (position, stream, revision, event_id, type, data, metadata, recorded_at)
   overriding system value
   select (select max(position) + 1 from event_store.events),
     stream, (select max(revision) + 1 from event_store.events x where x.stream = e.stream),
     gen_random_uuid(), type, data, metadata, recorded_at
   from event_store.events e where ${first(type)}`;

/** The stopped installation's database, changed and restored by each test. */
export function useDamage(audited: Audited) {
  /** Its database runs on from the first damage to the last, beside what looks for them. */
  const over = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<StoppedLacre['pool']>();
  let inside: Promise<void>;
  beforeAll(async () => {
    inside = insideOf(audited.lacre.dataDir, ({ pool }) => {
      opened.resolve(pool);
      return over.promise;
    });
    await Promise.race([opened.promise, inside]);
  });
  afterAll(() => {
    over.resolve();
    return inside;
  });
  const sql = async (statement: string) => (await opened.promise).query(statement);

  /** Changes the log as no process may, runs a command, and undoes the change. */
  async function damaged(statement: string, ...args: string[]): Promise<Operated> {
    await sql('create table public.before as select * from event_store.events');
    await sql('alter table event_store.events disable trigger all');
    await sql(statement);
    const report = await audited.run(...args);
    await sql('delete from event_store.events');
    await sql('insert into event_store.events overriding system value select * from public.before');
    await sql('drop table public.before');
    return report;
  }

  /** As `damaged`, to a table beside the log. */
  async function changed(table: string, statement: string, ...args: string[]): Promise<Operated> {
    await sql(`create table public.before as select * from ${table}`);
    await sql(statement);
    const report = await audited.run(...args);
    await sql(`delete from ${table}`);
    await sql(`insert into ${table} overriding system value select * from public.before`);
    await sql('drop table public.before');
    return report;
  }

  return { sql, damaged, changed };
}
export type Damage = ReturnType<typeof useDamage>;
