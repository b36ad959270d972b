import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { adoptLog, InstallationRefused, logPlace, openLog } from '@lacre/adapters';
import { createKurrentDbEventStore } from '@lacre/event-store/kurrentdb';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { protectEventStore } from '@lacre/personal-data';
import { openMentionIndex, openPostgresKeys } from '@lacre/personal-data/postgres';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { MASTER_KEYS, recordPerson, storesIn } from './installations.ts';

const logger = pino({ level: 'silent' });
let folder: string;
let databases: TestDatabase[];
let pools: Pool[];
let server: KurrentDbStandIn;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-births-'));
  [databases, pools] = [[], []];
  server = new KurrentDbStandIn();
  await server.start();
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await Promise.all(databases.map(({ drop }) => drop()));
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function database(): Promise<Pool> {
  const made = await createTestDatabase();
  databases.push(made);
  const pool = createPool(made.connectionString, { max: 8, applicationName: 'births-test' });
  pools.push(pool);
  return pool;
}

const open = (pool: Pool, url?: string) =>
  openLog(url, {
    pool,
    logger,
    prefix: 'lacre.',
    masterKeys: MASTER_KEYS,
    stores: url === undefined ? [] : storesIn(folder),
  });

/** Opens, looks, closes. */
async function identityOf(pool: Pool, url?: string) {
  const log = await open(pool, url);
  const { verdict } = log;
  const types: string[] = [];
  for await (const { type } of log.eventStore.readAll({ after: 'start', limit: 100 })) types.push(type);
  await log.close();
  if (verdict.kind !== 'ours') throw new Error('no identity');
  return { ...verdict, types };
}

const faultsOf = (opening: Promise<unknown>): Promise<readonly string[]> =>
  opening.then(
    () => ['none'],
    (error: unknown) => {
      if (!(error instanceof InstallationRefused)) throw error;
      return error.faults.map(({ code }) => code);
    },
  );

it('gives a new installation an identity once, in its log’s first event', async () => {
  const pool = await database();
  const [first, beside] = await Promise.all([identityOf(pool), identityOf(pool)]);
  const again = await identityOf(pool);
  for (const each of [first, beside, again])
    expect(each).toMatchObject({
      installationId: first.installationId,
      epoch: first.epoch,
      types: ['InstallationBegan'],
    });
});

it('completes a birth that was interrupted before or after the log’s first event', async () => {
  const pool = await database();
  const begun = await identityOf(pool, server.connectionString);
  // As a crash leaves it before the database learns that the event is there.
  await pool.query('update installation.identity set has_begun = false, seen_event = null');
  expect(await identityOf(pool, server.connectionString)).toMatchObject(begun);
  // As a crash leaves it before the event.
  const empty = new KurrentDbStandIn();
  await empty.start();
  await pool.query('update installation.identity set has_begun = false, seen_event = null');
  const { installationId, types } = await identityOf(pool, empty.connectionString);
  expect([installationId, types]).toEqual([begun.installationId, ['InstallationBegan']]);
  empty.close();
});

it('has one of two databases begin a log, and refuses the other', async () => {
  const [one, other] = [await database(), await database()];
  const url = server.connectionString;
  const openings = await Promise.all(
    [one, other].map((pool) =>
      faultsOf(
        openLog(url, { pool, logger, prefix: 'lacre.', masterKeys: MASTER_KEYS }).then((log) => log.close()),
      ),
    ),
  );
  const refused = expect.stringMatching(/^(database-empty|log-of-another)$/) as string;
  expect(openings.flat().toSorted()).toEqual([refused, 'none']);
  expect(server.eventCount).toBe(1);
});

it('gives an identity to an installation from before there were any, and keeps its positions', async () => {
  const pool = await database();
  // As every release before opened it.
  const store = await createPostgresEventStore({ pool });
  const keys = await openPostgresKeys({ pool, masterKeys: MASTER_KEYS, logInSameDatabase: true });
  const personId = await recordPerson({
    eventStore: protectEventStore(store, keys),
    personalData: { keys, mentions: openMentionIndex({ pool, store }) },
  });
  const place = await store.head();
  await store.close();
  await keys.close();

  const { types, epoch } = await identityOf(pool);
  expect(types).toEqual(['PersonCreated', 'InstallationBegan']);
  const log = await open(pool);
  const second = await recordPerson(log);
  expect(await log.personalData.mentions.differences()).toMatchObject({ missing: [], extra: [] });
  for (const subject of [personId, second])
    expect(await log.personalData.mentions.streamsOf(subject)).toEqual([`person-${subject}`]);
  // A position that was given out before is one of this log still.
  const later: string[] = [];
  for await (const { position } of log.eventStore.readAll({ after: place, limit: 10 })) later.push(position);
  expect(later.map((position) => position.startsWith(`${epoch.name}.`))).toEqual([true, true]);
  await log.close();
});

it.each([
  ['empty', 'truncate event_store.events', 'log-empty'],
  ['older', "delete from event_store.events where stream like 'person-%'", 'log-older'],
  [
    'without its beginning',
    "delete from event_store.events where stream = 'installation'",
    'log-without-identity',
  ],
])('refuses a log in Postgres that is %s', async (_what, damage, fault) => {
  const pool = await database();
  const log = await open(pool);
  await recordPerson(log);
  await log.close();
  await pool.query(damage);
  expect(await faultsOf(open(pool))).toEqual([fault]);
});

it('names a checkpoint that is no place in any log', async () => {
  const pool = await database();
  const log = await open(pool);
  await recordPerson(log);
  await log.close();
  const nowhere = '18446744073709551615/18446744073709551615';
  await pool.query(`update personal_data.mention_place set position = $1`, [nowhere]);
  expect(await faultsOf(open(pool))).toEqual(['checkpoints-misplaced']);
});

it('knows keys that were restored from another installation’s backup, and older ones', async () => {
  const pool = await database();
  await identityOf(pool);
  await identityOf(pool);
  await pool.query('update personal_data.installation_mark set opened = 1');
  expect(await faultsOf(open(pool))).toEqual(['store-older']);
  await pool.query('update personal_data.installation_mark set installation_id = $1', [randomUUID()]);
  expect(await faultsOf(open(pool))).toEqual(['store-of-another']);
  await pool.query('delete from personal_data.installation_mark');
  expect(await faultsOf(open(pool))).toEqual(['store-without-mark']);
});

it('takes a copy of the log on a server of another kind only once it is adopted', async () => {
  const pool = await database();
  const url = server.connectionString;
  const log = await open(pool, url);
  const { verdict } = log;
  await recordPerson(log);
  await log.close();
  const copy = await createPostgresEventStore({ pool });
  const original = createKurrentDbEventStore({ connectionString: url, prefix: 'lacre.' });
  for await (const { stream, revision, id, type, data, metadata } of original.readAll({
    after: 'start',
    limit: 10,
  }))
    await copy.append(stream, [{ id, type, data, metadata }], {
      expected: revision === 0n ? 'noStream' : revision - 1n,
    });
  await original.close();
  expect(await faultsOf(open(pool))).toEqual(['log-unfinished']);
  const places = { pool, store: copy, place: logPlace(undefined), stores: [] };
  const epoch = await adoptLog(places, 'mudança de servidor');
  await copy.close();
  const moved = await identityOf(pool);
  expect([moved.epoch.name, moved.epoch.isFirst, moved.types]).toEqual([
    epoch,
    false,
    ['InstallationBegan', 'PersonCreated', 'LogAdopted'],
  ]);
  expect(verdict).toMatchObject({ installationId: moved.installationId });
  // An operator who goes back finds a log from before.
  expect(await faultsOf(open(pool, url))).toEqual(['log-older']);
});
