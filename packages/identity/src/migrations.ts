import { migrate, type Migration } from '@lacre/postgres';
import { migrateSharedTables } from '@lacre/read-models';
import type { Pool } from 'pg';

/**
 * Schema of the identity store: credentials, codes, devices, sessions and signing keys of tokens, and nothing that is
 * in the log.
 */
export const identitySchema = 'identity';

/** In the columns that the library asked for which kept passwords and tokens at first. */
const createTables = `
create table "user" (
  id uuid default gen_random_uuid() not null primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null
);
create table session (
  id uuid default gen_random_uuid() not null primary key,
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references "user" (id) on delete cascade
);
create table account (
  id uuid default gen_random_uuid() not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references "user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null
);
create table verification (
  id uuid default gen_random_uuid() not null primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null
);
create table jwks (
  id uuid default gen_random_uuid() not null primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  alg text,
  crv text
);
create index "session_userId_idx" on session ("userId");
create index session_expires_at on session ("expiresAt");
create index "account_userId_idx" on account ("userId");
create index verification_identifier_idx on verification (identifier);
`;

/**
 * `holder` and `context` are ids. Durable commits: a code once used stays used, a device once forgotten stays so.
 */
const personAccess = `
create table one_time_code (
  purpose text not null,
  holder uuid not null,
  context text collate "C" not null default '',
  channel text not null,
  digest text collate "C" not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (purpose, holder, context)
);
create index one_time_code_expires_at on one_time_code (expires_at);

create table person_device (
  id uuid primary key,
  tenant_id uuid not null,
  person_id uuid not null,
  client_digest text collate "C" not null,
  secret_digest text collate "C" not null,
  user_agent text,
  place text,
  remembered_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  unique (person_id, client_digest)
);
create index person_device_client on person_device (client_digest);
create index person_device_expires_at on person_device (expires_at);
`;

/** Rows go with their user's. Secrets stand here as keyed digests, or encrypted where they must be read again. */
const userAccess = `
create table session_detail (
  session_id uuid primary key references session (id) on delete cascade,
  method text not null,
  place text,
  authenticated_at timestamptz not null,
  last_used_at timestamptz not null
);

create table mailed_link (
  digest text collate "C" primary key,
  purpose text not null,
  user_id uuid not null references "user" (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
-- One Google account is one user's, and the other way round.
create unique index account_google_account on account ("accountId") where "providerId" = 'google';
create unique index account_google_user on account ("userId") where "providerId" = 'google';

create index mailed_link_user on mailed_link (user_id);
create index mailed_link_expires_at on mailed_link (expires_at);

create table challenge (
  digest text collate "C" primary key,
  kind text not null,
  user_id uuid references "user" (id) on delete cascade,
  data json not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index challenge_expires_at on challenge (expires_at);

create table second_factor (
  id uuid primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  kind text not null,
  label text not null,
  sealed text not null,
  last_step bigint not null default 0,
  enrolled_at timestamptz,
  expires_at timestamptz
);
create index second_factor_user on second_factor (user_id);

create table recovery_code (
  user_id uuid not null references "user" (id) on delete cascade,
  digest text collate "C" not null,
  primary key (user_id, digest)
);

create table passkey (
  id uuid primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  credential_id text collate "C" not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

create table verified_phone (
  user_id uuid primary key references "user" (id) on delete cascade,
  phone text not null,
  verified_at timestamptz not null
);
create index verified_phone_phone on verified_phone (phone);
`;

/** By keyed digest of their secret: the table discloses no token. Never changed, so that it may be remembered. */
const apiTokens = `
create table api_token (
  digest text collate "C" primary key,
  token_id uuid not null unique,
  tenant_id uuid not null,
  issuer_id uuid not null
);
`;

const apiTokensOfIssuer = `create index api_token_issuer on api_token (issuer_id)`;

/** Sessions that are totems. The log has their names and their end; that they live longer is known here. */
const totems = `
create table totem (
  session_id uuid primary key references session (id) on delete cascade
);
`;

/**
 * A code is answered for the address that it went to, and a device is remembered for that address. Devices from before
 * were remembered for a CPF, which proves no address: they are asked for a code again.
 */
const contacts = `
alter table one_time_code add column address text, add column sent_at timestamptz not null default now();

delete from person_device;
alter table person_device
  add column channel text not null,
  add column address text not null,
  add column code_sent_at timestamptz not null,
  drop constraint person_device_person_id_client_digest_key,
  add unique (person_id, client_digest, channel, address);
`;

/**
 * What is kept of an account is ours to say. A password's hash names its cost (PHC string format); its salt was the
 * text that stood before the colon. Keys that another program encrypted go on verifying, and sign no more.
 */
const ownCredentials = `
drop table verification;
alter table account
  drop column "accessToken", drop column "refreshToken", drop column "idToken",
  drop column "accessTokenExpiresAt", drop column "refreshTokenExpiresAt", drop column scope;
delete from account older using account newer
 where older."providerId" = 'credential' and newer."providerId" = 'credential'
   and older."userId" = newer."userId" and older.ctid < newer.ctid;
create unique index account_credential on account ("userId") where "providerId" = 'credential';

update account
   set password = '$scrypt$ln=14,r=16,p=1$'
     || translate(encode(convert_to(split_part(password, ':', 1), 'UTF8'), 'base64'), E'=\\n', '') || '$'
     || translate(encode(decode(split_part(password, ':', 2), 'hex'), 'base64'), E'=\\n', '')
 where password like '%:%';

update jwks set "privateKey" = '';
`;

/**
 * Tries, counted in windows of time, by keyed digest of their subject. A try does not wait for the disk
 * (`synchronous_commit` off for its own transaction): losing a crash's last ones is harmless.
 *
 * Of tries that may be guesses (`count_held_try`), each after `p_free` of them is followed by a wait that doubles, up
 * to `p_cap` seconds. A try during a wait is not counted, so that trying on does not prolong the wait. What was counted
 * is forgotten `p_window` after the last try, or after its wait.
 */
const attempts = `
create table attempts (
  subject text collate "C" primary key,
  tries integer not null,
  ends_at timestamptz not null,
  held_until timestamptz
);
create index attempts_ends_at on attempts (ends_at);

create function count_attempt(p_subject text, p_now timestamptz, p_window interval, out tries integer, out ends_at timestamptz)
language plpgsql set search_path = ${identitySchema}, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into attempts as a (subject, tries, ends_at) values (p_subject, 1, p_now + p_window)
  on conflict (subject) do update set
    tries = case when a.ends_at <= p_now then 1 else a.tries + 1 end,
    ends_at = case when a.ends_at <= p_now then p_now + p_window else a.ends_at end
  returning a.tries, a.ends_at into tries, ends_at;
end $$;

create function count_held_try(
  p_subject text, p_now timestamptz, p_window interval, p_free integer, p_first double precision, p_cap double precision,
  out held_until timestamptz, out begins boolean)
language plpgsql set search_path = ${identitySchema}, pg_temp as $$
declare known attempts;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into attempts (subject, tries, ends_at) values (p_subject, 0, p_now + p_window) on conflict do nothing;
  select * into known from attempts a where a.subject = p_subject for update;
  begins := false;
  if known.subject is null then return; end if;
  if known.ends_at <= p_now then known.tries := 0; known.held_until := null; end if;
  if known.held_until > p_now then held_until := known.held_until; return; end if;
  known.tries := known.tries + 1;
  known.held_until := null;
  if known.tries >= p_free then
    known.held_until := p_now + make_interval(secs => least(p_cap, p_first * power(2, least(known.tries - p_free, 20))));
    begins := known.tries = p_free;
  end if;
  update attempts a set tries = known.tries, held_until = known.held_until,
         ends_at = coalesce(known.held_until, p_now) + p_window where a.subject = p_subject;
end $$;
`;

/** The history of the schema. */
export const identityMigrations: readonly Migration[] = [
  { id: '001-better-auth', sql: createTables },
  { id: '002-person-access', sql: personAccess },
  { id: '030-api-tokens', sql: apiTokens },
  { id: '031-user-access', sql: userAccess },
  { id: '060-totems', sql: totems },
  { id: '080-contacts', sql: contacts },
  { id: '090-api-tokens-of-issuer', sql: apiTokensOfIssuer },
  { id: '100-own-credentials', sql: ownCredentials },
  { id: '110-attempts', sql: attempts },
];

/** Brings the schema `identity` up to date. */
export async function migrateIdentity(pool: Pool): Promise<void> {
  await migrateSharedTables(pool);
  await migrate(pool, { schema: identitySchema, migrations: identityMigrations });
}
