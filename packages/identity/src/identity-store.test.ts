import { randomBytes, randomUUID, scryptSync } from 'node:crypto';

import { createPool, migrate } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createIdentityStore, type IdentityStore } from './identity-store.ts';
import { identityMigrations, identitySchema, migrateIdentity } from './migrations.ts';
import { boxOf, countSealedByFormer, reseal } from './reseal.ts';
import { createSecretBox } from './secret-box.ts';
import { listTokenKeys, openTokenKeys, PUBLISHED_BEFORE_MS } from './signing-keys.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
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
  it('are shared by processes that start together, which verify each other’s tokens', async () => {
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
    const afterItsEnd = await store.issueToken(claims());
    expect(decodeProtectedHeader(afterItsEnd.token).kid).toBe(first);
    clock = new Date(clock.getTime() + PUBLISHED_BEFORE_MS);
    const next = decodeProtectedHeader((await store.issueToken(claims())).token).kid;
    expect(next).not.toBe(first);
    expect((await store.keys()).keys.map(({ kid }) => kid)).toEqual([next, first]);
    later(30);
    expect((await store.keys()).keys.map(({ kid }) => kid)).not.toContain(first);
  });

  it('never sign before they were known for minutes, around whichever day one follows another', async () => {
    const store = await open();
    const signed = new Set<string | undefined>();
    const begun = clock.getTime();
    for (const day of [0, 29, 30, 58, 59, 75]) {
      clock = new Date(begun + day * DAY_MS - 3 * MINUTE_MS);
      for (let minute = 0; minute < 12; minute += 1) {
        const known = await store.keys();
        clock = new Date(clock.getTime() + MINUTE_MS);
        const { kid } = decodeProtectedHeader((await store.issueToken(claims())).token);
        expect(known.keys.map((key) => key.kid)).toContain(kid);
        signed.add(kid);
      }
    }
    expect(signed.size).toBe(3);
  });

  it('are rotated by hand: the next one is published, signs after minutes, and the former goes when its tokens ended', async () => {
    const store = await open();
    const keys = openTokenKeys(pool, box, () => clock);
    const kidOf = async () => decodeProtectedHeader((await store.issueToken(claims())).token).kid;
    const first = await kidOf();
    later(1);
    const next = await keys.rotate();
    expect(await kidOf()).toBe(first);
    expect((await listTokenKeys(pool, clock)).map(({ id, state }) => [id, state])).toEqual([
      [next, 'published'],
      [first, 'signs'],
    ]);
    clock = new Date(clock.getTime() + PUBLISHED_BEFORE_MS);
    expect(await kidOf()).toBe(next);
    expect(await keys.retire()).toEqual({ former: 1, retired: 0 });
    clock = new Date(clock.getTime() + 60 * MINUTE_MS);
    expect(await keys.retire()).toEqual({ former: 1, retired: 1 });
    expect((await store.keys()).keys.map(({ kid }) => kid)).toEqual([next]);
    expect(await keys.retire()).toEqual({ former: 0, retired: 0 });
  });

  it('are all replaced at once when one leaked: tokens by it are rejected', async () => {
    const store = await open();
    const { token } = await store.issueToken(claims());
    const next = await openTokenKeys(pool, box, () => clock).replaceAll();
    await expect(verified(store, token)).rejects.toThrow('no applicable key found');
    const { token: after } = await store.issueToken(claims());
    expect(decodeProtectedHeader(after).kid).toBe(next);
    await verified(store, after);
  });

  it('open by the former secret while secrets are exchanged, and are then sealed by the new one', async () => {
    const [former, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await (await open(boxOf([former]))).issueToken(claims());
    const [id] = (await listTokenKeys(pool, clock)).map((key) => key.id);
    const both = [current, former] as const;
    const kid = decodeProtectedHeader((await (await open(boxOf(both))).issueToken(claims())).token).kid;
    expect(kid).toBe(id);
    expect(await countSealedByFormer(pool, both)).toBe(1);
    expect(await reseal(pool, both)).toBe(1);
    expect([await countSealedByFormer(pool, both), await reseal(pool, both)]).toEqual([0, 0]);
    const alone = await open(boxOf([current]));
    expect(decodeProtectedHeader((await alone.issueToken(claims())).token).kid).toBe(id);
    await expect((await open(boxOf([former]))).issueToken(claims())).rejects.toMatchObject({
      code: 'AUTH_ENV_JWTKEY_NOT_FOUND',
    });
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

it('accepts passwords hashed in the older form, and verifies tokens of older keys', async () => {
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
