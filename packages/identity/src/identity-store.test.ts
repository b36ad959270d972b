import { randomBytes, randomUUID, scryptSync } from 'node:crypto';

import { createPool, migrate } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createIdentityStore, type IdentityStore } from './identity-store.ts';
import { identityMigrations, identitySchema, migrateIdentity } from './migrations.ts';
import { createSecretBox } from './secret-box.ts';

const DAY_MS = 24 * 3_600_000;
const box = createSecretBox('um segredo de trinta e dois bytes');
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let clock: Date;
beforeEach(async () => {
  clock = new Date();
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 4, applicationName: 'identity-test' });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const open = async (secrets = box) => {
  await migrateIdentity(pool);
  return createIdentityStore({ pool, box: secrets, now: () => clock, keyTime: () => clock });
};
const claims = () =>
  ({
    kind: 'user',
    sub: randomUUID(),
    tenantId: randomUUID(),
    role: 'administrator',
    name: 'Ana',
    sid: randomUUID(),
  }) as const;
const verified = async (store: IdentityStore, token: string) =>
  jwtVerify(token, createLocalJWKSet(await store.keys()), { currentDate: clock });
const later = (days: number) => {
  clock = new Date(clock.getTime() + days * DAY_MS);
};

describe('keys of tokens', () => {
  it('are one for processes that start together, and verify each other’s tokens', async () => {
    await open();
    const stores = await Promise.all(Array.from({ length: 6 }, () => open()));
    const kids = await Promise.all(
      stores.map(async (store) => decodeProtectedHeader((await store.issueToken(claims())).token).kid),
    );
    expect(new Set(kids).size).toBe(1);
  });

  it('sign for 30 days and verify for 30 more', async () => {
    const store = await open();
    const { token } = await store.issueToken(claims());
    const first = decodeProtectedHeader(token).kid;
    later(31);
    const next = decodeProtectedHeader((await store.issueToken(claims())).token).kid;
    expect(next).not.toBe(first);
    expect((await store.keys()).keys.map(({ kid }) => kid)).toEqual([next, first]);
    later(30);
    expect((await store.keys()).keys.map(({ kid }) => kid)).not.toContain(first);
  });

  it('are published without their private half, and kept without it in the clear', async () => {
    const store = await open();
    const { rows } = await pool.query<{ privateKey: string }>(
      `select "privateKey" from ${identitySchema}.jwks`,
    );
    expect(rows[0]?.privateKey).not.toContain('"d"');
    for (const key of (await store.keys()).keys) expect(key).not.toHaveProperty('d');
  });

  it('are not opened by another secret, which signs nothing', async () => {
    await open();
    const other = await open(createSecretBox('outro segredo de trinta e dois bytes'));
    expect((await other.keys()).keys).toHaveLength(1);
    await expect(other.issueToken(claims())).rejects.toMatchObject({ code: 'AUTH_ENV_JWTKEY_NOT_FOUND' });
  });
});

/** As passwords were written by the library that kept them at first. */
function olderHash(password: string): string {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${scryptSync(password, salt, 64, { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 }).toString('hex')}`;
}

it('lets in those whose password was kept in the older form, and verifies tokens of older keys', async () => {
  const own = identityMigrations.findIndex(({ id }) => id === '100-own-credentials');
  await migrate(pool, { schema: identitySchema, migrations: identityMigrations.slice(0, own) });
  const [userId, keyId] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into ${identitySchema}."user" (id, name, email, "emailVerified") values ($1, 'Rui', 'rui@exemplo.com.br', true)`,
    [userId],
  );
  await pool.query(
    `insert into ${identitySchema}.account ("accountId", "providerId", "userId", password, "updatedAt")
     values ($1::uuid::text, 'credential', $1::uuid, $2, now())`,
    [userId, olderHash('frase de antes')],
  );
  await pool.query(
    `insert into ${identitySchema}.jwks (id, "publicKey", "privateKey", "createdAt", "expiresAt")
     values ($1, '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}', 'sealed by another', $2, $3)`,
    [keyId, clock, new Date(clock.getTime() + DAY_MS)],
  );
  const store = await open();
  expect(await store.checkPassword('rui@exemplo.com.br', 'frase de antes')).toBe(userId);
  expect(await store.checkPassword('rui@exemplo.com.br', 'outra frase')).toBeUndefined();
  const { token } = await store.issueToken(claims());
  expect((await verified(store, token)).payload['name']).toBe('Ana');
  expect((await store.keys()).keys.map(({ kid }) => kid)).toContain(keyId);
});
