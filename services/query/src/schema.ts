import { migrateSecurityLog } from '@lacre/adapters';
import { migrate } from '@lacre/postgres';
import type { Pool } from 'pg';

/** The role every read runs as; the projector grants it the read models. It owns nothing and cannot log in. */
export const QUERY_ROLE = 'lacre_query';

/**
 * What this service needs besides the read models: the signer's notes of jobs that failed and of downloads on their way.
 * Whichever of the two services starts first makes a table, with the same definition.
 */
const readJobProblems = `
do $$ begin
  create role ${QUERY_ROLE} nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not pg_has_role(current_user, '${QUERY_ROLE}', 'SET') then
    execute format('grant ${QUERY_ROLE} to %I', current_user);
  end if;
end $$;
create schema if not exists signer;
create table if not exists signer.job_problem (
  kind text,
  key text,
  tenant_id uuid,
  attempts int,
  problem text,
  updated_at timestamptz,
  primary key (kind, key)
);
alter table signer.job_problem enable row level security;
create policy own_tenant on signer.job_problem for select to ${QUERY_ROLE}
  using (tenant_id = nullif(current_setting('lacre.tenant_id', true), '')::uuid);
grant usage on schema signer to ${QUERY_ROLE};
grant select on signer.job_problem to ${QUERY_ROLE};
`;

const readDownloadProgress = `
create table if not exists signer.download_progress (
  download_id uuid primary key,
  tenant_id uuid,
  percent int,
  updated_at timestamptz
);
alter table signer.download_progress enable row level security;
create policy own_tenant on signer.download_progress for select to ${QUERY_ROLE}
  using (tenant_id = nullif(current_setting('lacre.tenant_id', true), '')::uuid);
grant select on signer.download_progress to ${QUERY_ROLE};
`;

const readTokenUse = `
create schema if not exists command;
create table if not exists command.token_use (
  token_id uuid primary key,
  tenant_id uuid not null,
  last_used_at timestamptz not null
);
alter table command.token_use enable row level security;
create policy own_tenant on command.token_use for select to ${QUERY_ROLE}
  using (tenant_id = nullif(current_setting('lacre.tenant_id', true), '')::uuid);
grant usage on schema command to ${QUERY_ROLE};
grant select on command.token_use to ${QUERY_ROLE};
`;

const readTotemUse = `
create table if not exists command.totem_use (
  totem_id uuid primary key,
  tenant_id uuid not null,
  last_seen_at timestamptz not null
);
alter table command.totem_use enable row level security;
create policy own_tenant on command.totem_use for select to ${QUERY_ROLE}
  using (tenant_id = nullif(current_setting('lacre.tenant_id', true), '')::uuid);
grant select on command.totem_use to ${QUERY_ROLE};
`;

/** To be run by a role that may create roles and schemas, before the service reads. */
export async function migrateQuery(pool: Pool): Promise<void> {
  const migrations = [
    { id: '001-job-problems', sql: readJobProblems },
    { id: '002-download-progress', sql: readDownloadProgress },
    { id: '030-token-use', sql: readTokenUse },
    { id: '060-totem-use', sql: readTotemUse },
  ];
  await migrate(pool, { schema: 'query', migrations });
  await migrateSecurityLog(pool);
}
