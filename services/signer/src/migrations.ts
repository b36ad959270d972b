import { migrate, type Migration } from '@lacre/postgres';
import type { Pool } from 'pg';

const migrations: readonly Migration[] = [
  {
    id: '0001-seal-jobs-and-issued-seals',
    sql: `
      -- What keeps a job from being done, while it is being retried. Gone once it succeeds.
      create table job_problem (
        kind text not null,
        key text not null,
        tenant_id uuid not null,
        attempts int not null,
        problem text not null,
        updated_at timestamptz not null default now(),
        primary key (kind, key)
      );
      -- Read by the query service's role, which is not the owner: it sees its caller's tenant alone.
      alter table job_problem enable row level security;
      create policy job_problem_of_tenant on job_problem for select
        using (tenant_id = nullif(current_setting('lacre.tenant_id', true), '')::uuid);

      -- Every sealed file ever issued, by what it is. Derived from the log: can be emptied and is filled again.
      create table issued (
        sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
        document_id uuid not null unique,
        process_id uuid not null,
        tenant_id uuid not null,
        size_bytes bigint not null check (size_bytes > 0),
        validation_code text not null unique
      );
      -- How far in the log the table above has come: one row.
      create table issued_checkpoint (
        only_row boolean primary key default true check (only_row),
        position text
      );
      insert into issued_checkpoint (position) values (null);
    `,
  },
];

/** Makes or updates the schema `signer`. Safe to call from several processes at once. */
export async function migrateSigner(pool: Pool): Promise<void> {
  await migrate(pool, { schema: 'signer', migrations });
}
