/**
 * The tables, for `migrate(pool, workQueueSchema)` of `@lacre/postgres` before the queue is opened.
 *
 * `json`, not `jsonb`: a payload is given back as it came, and jsonb refuses U+0000. `due_at` is when a job may
 * be delivered; while it is held, when the hold runs out: one index finds both, and no state can be stuck.
 * A held job, and one that came back, is updated often: the table is vacuumed by number of dead rows.
 */
export const workQueueSchema = {
  schema: 'work_queue',
  migrations: [
    {
      id: '0001-jobs',
      sql: `
        create table work_queue.job (
          id bigint generated always as identity primary key,
          queue text not null,
          dedupe_key text not null,
          payload json not null,
          attempts integer not null default 0,
          due_at timestamptz not null,
          hold uuid,
          unique (queue, dedupe_key)
        ) with (
          autovacuum_vacuum_scale_factor = 0,
          autovacuum_vacuum_threshold = 2000,
          autovacuum_analyze_scale_factor = 0,
          autovacuum_analyze_threshold = 2000
        );
        create index job_due on work_queue.job (queue, due_at, id);
        create table work_queue.dead_letter (
          id bigint generated always as identity primary key,
          queue text not null,
          dedupe_key text not null,
          payload json not null,
          attempts integer not null,
          last_error text not null,
          died_at timestamptz not null default now()
        );
        create index dead_letter_queue on work_queue.dead_letter (queue, id);
      `,
    },
  ],
} as const;
