import { migrate, type Migration } from '@lacre/postgres';
import type { Pool } from 'pg';

/** Schema of the identity store: credentials, sessions and signing keys of tokens, and nothing that is in the log. */
export const identitySchema = 'identity';

/** As better-auth 1.7 asks for its core tables and those of its jwt plugin; a test compares the two. */
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

const migrations: readonly Migration[] = [{ id: '001-better-auth', sql: createTables }];

/** Brings the schema `identity` up to date. */
export async function migrateIdentity(pool: Pool): Promise<void> {
  await migrate(pool, { schema: identitySchema, migrations });
}
