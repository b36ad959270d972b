import { migrate, type Migration } from '@lacre/postgres';
import { migrateSharedTables } from '@lacre/read-models';
import type { Pool } from 'pg';

const migrations: readonly Migration[] = [
  {
    id: '0001-seal-jobs-and-issued-seals',
    sql: `
      -- What keeps a job from being done, while it is being retried. Gone once it succeeds. The query service, which
      -- shows it to its tenant, makes the same table when it starts first, and says who may read it.
      create table if not exists job_problem (
        kind text,
        key text,
        tenant_id uuid,
        attempts int,
        problem text,
        updated_at timestamptz,
        primary key (kind, key)
      );
      alter table job_problem enable row level security;

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
  {
    id: '0002-issued-versions',
    sql: `
      drop table issued;
      -- Every state of every sealed file ever issued, by what it is: the file as it was handed out, after each renewal
      -- too, each of its beginnings that ends with a revision, and partial copies. Derived from the log.
      create table issued_version (
        sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
        document_id uuid not null,
        process_id uuid not null,
        tenant_id uuid not null,
        copy_id uuid,
        size_bytes bigint not null check (size_bytes > 0),
        validation_code text not null,
        whole boolean not null
      );
      create index on issued_version (validation_code);
      update issued_checkpoint set position = null;
    `,
  },
  {
    id: '0004-issued-as',
    sql: `
      truncate issued_version;
      -- What the file was made as: the document's seal, a copy of it while it was pending, or its evidence alone.
      alter table issued_version add column made_as text not null
        check (made_as in ('document', 'partial-copy', 'evidence'));
      update issued_checkpoint set position = null;
    `,
  },
  {
    id: '0005-faces',
    sql: `
      -- Faces of people who sign. Every box is encrypted with the person's own key, and is worth nothing once it is
      -- destroyed. Templates are what is compared; photos, which live shorter, are for people who look at a refusal.
      create table face_list (
        person_id uuid primary key,
        tenant_id uuid not null,
        enrolment_id uuid not null unique,
        model_id text not null,
        capture text not null check (capture in ('live', 'file')),
        enrolled_at timestamptz not null,
        last_used_at timestamptz not null
      );
      create table face_template (
        enrolment_id uuid not null references face_list (enrolment_id) on delete cascade,
        number int not null,
        box bytea not null,
        primary key (enrolment_id, number)
      );
      create table face_photo (
        enrolment_id uuid not null references face_list (enrolment_id) on delete cascade,
        number int not null,
        box bytea not null,
        expires_at timestamptz not null,
        primary key (enrolment_id, number)
      );
      create index on face_photo (expires_at);
      -- What somebody is doing before a camera. The box, with the pictures' templates, goes as soon as it is decided.
      create table face_challenge (
        challenge_id uuid primary key,
        person_id uuid not null,
        tenant_id uuid not null,
        purpose text not null check (purpose in ('enrolment', 'signature')),
        capture text not null check (capture in ('live', 'file')),
        signature_ids text[] not null,
        nonce text not null,
        status text not null check (status in ('open', 'passed', 'failed', 'used')),
        version int not null,
        box bytea,
        proven jsonb,
        started_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index on face_challenge (person_id, started_at);
      create index on face_challenge (expires_at);
      -- Faces that were not recognised, one after another.
      create table face_tries (
        person_id uuid primary key,
        failures int not null,
        held_until timestamptz,
        failed_at timestamptz not null
      );
      -- How far in the log the removals and erasures of people have been followed: one row.
      create table face_checkpoint (
        only_row boolean primary key default true check (only_row),
        position text
      );
      insert into face_checkpoint (position) values (null);
    `,
  },
];

/** Makes or updates the schema `signer`. Safe to call from several processes at once. */
export async function migrateSigner(pool: Pool): Promise<void> {
  await migrateSharedTables(pool);
  await migrate(pool, { schema: 'signer', migrations });
}
