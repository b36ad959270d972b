import { withDefaultLimits } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Attempts } from './attempts.ts';
import { createKeyedDigest } from './keyed-digest.ts';
import { migrateIdentity } from './migrations.ts';

const START = new Date('2026-03-02T12:00:00.000Z');
const limits = withDefaultLimits({
  downloadPerUser: { tries: 3, windowSeconds: 60 },
  registerPerAddress: { tries: 1, windowSeconds: 60 },
});
const { tries: free, firstWaitSeconds, longestWaitSeconds, windowSeconds } = limits.codePerTarget;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let clock: Date;
let attempts: Attempts;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 8, applicationName: 'attempts-test' });
  await migrateIdentity(pool);
  attempts = new Attempts(pool, createKeyedDigest(Buffer.alloc(32, 1)), () => clock, limits);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  clock = START;
  await pool.query('delete from identity.attempts');
});

const later = (seconds: number) => (clock = new Date(clock.getTime() + seconds * 1000));

/** Seconds to wait, or undefined when the try was let through. */
const waitOf = (tried: Promise<unknown>): Promise<number | undefined> =>
  tried.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'TOO_MANY_REQUESTS') throw error;
      return error.retryAfterSeconds;
    },
  );

describe('counting tries', () => {
  const download = (subject = 'ana') => waitOf(attempts.count('downloadPerUser', subject));

  it('lets so many through in a window, however many come at once', async () => {
    const waits = await Promise.all(Array.from({ length: 10 }, () => download()));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(3);
    expect(waits.filter((wait) => wait === 60)).toHaveLength(7);
  });

  it('counts a subject and a kind by themselves, and says how much of the window is left', async () => {
    for (let n = 0; n < 3; n++) await download();
    later(45);
    expect([await download(), await download('rui')]).toEqual([15, undefined]);
    expect(await waitOf(attempts.count('invitationPerUser', 'ana'))).toBeUndefined();
  });

  it('begins anew after the window', async () => {
    for (let n = 0; n < 5; n++) await download();
    later(60);
    expect(await download()).toBeUndefined();
  });

  it('counts a /64 of IPv6 as one address', async () => {
    const register = (address: string) => waitOf(attempts.count('registerPerAddress', address));
    expect(await register('2001:db8:1:2::1')).toBeUndefined();
    expect(await register('2001:db8:1:2:ffff::9')).toBe(60);
    expect(await register('2001:db8:1:3::1')).toBeUndefined();
  });

  it('stores no subject in the clear', async () => {
    await download('ana@exemplo.com.br');
    const { rows } = await pool.query<{ subject: string }>('select subject from identity.attempts');
    expect(rows).toEqual([{ subject: expect.stringMatching(/^[\da-f]{64}$/) as string }]);
  });
});

describe('guesses', () => {
  const guess = () => waitOf(attempts.countGuess('codePerTarget', 'ana'));
  const spendFree = async () => {
    for (let n = 1; n < free; n++) expect(await attempts.countGuess('codePerTarget', 'ana')).toBe(false);
  };

  it('are free at first, then each is followed by a wait that doubles, up to the longest', async () => {
    await spendFree();
    expect(await attempts.countGuess('codePerTarget', 'ana')).toBe(true);
    for (let wait = firstWaitSeconds; ; wait *= 2) {
      expect(await guess()).toBe(Math.min(wait, longestWaitSeconds));
      if (wait > longestWaitSeconds) break;
      later(wait);
      expect(await attempts.countGuess('codePerTarget', 'ana')).toBe(false);
    }
  });

  it('during a wait are not counted', async () => {
    await spendFree();
    await guess();
    for (let n = 0; n < 5; n++) expect(await guess()).toBe(firstWaitSeconds);
    later(firstWaitSeconds);
    expect(await guess()).toBeUndefined();
    expect(await guess()).toBe(firstWaitSeconds * 2);
  });

  it('that come at once pass no more than the free ones', async () => {
    const waits = await Promise.all(Array.from({ length: free + 10 }, () => guess()));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(free);
  });

  it('are forgotten once the subject has proven itself, or a window after the last wait', async () => {
    for (let n = 0; n < free; n++) await guess();
    await attempts.clear('codePerTarget', 'ana');
    await spendFree();
    await guess();
    later(firstWaitSeconds + windowSeconds);
    await spendFree();
    expect(await attempts.countGuess('codePerTarget', 'ana')).toBe(true);
  });
});

it('drops windows that are over, and no other', async () => {
  await attempts.count('downloadPerUser', 'ana');
  later(30);
  await attempts.count('downloadPerUser', 'rui');
  later(40);
  await attempts.forgetEnded();
  expect((await pool.query('select 1 from identity.attempts')).rowCount).toBe(1);
});
