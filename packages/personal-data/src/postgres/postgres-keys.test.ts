import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MasterKeyMissing } from '../master-keys.ts';
import type { PersonalDataKeys } from '../port.ts';
import { SubjectKey } from '../subject-key.ts';
import { openPostgresKeys, type PostgresKeysOptions } from './index.ts';

let database: TestDatabase;
let pool: Pool;
const opened: PersonalDataKeys[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 8, applicationName: 'keys-test' });
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((keys) => keys.close()));
  await pool.end();
  await database.drop();
});

const MASTER = randomBytes(32);
async function process(options: Partial<PostgresKeysOptions> = {}): Promise<PersonalDataKeys> {
  const keys = await openPostgresKeys({ pool, masterKeys: [MASTER], logInSameDatabase: true, ...options });
  opened.push(keys);
  return keys;
}

const PLACE = Buffer.from('place');
async function written(keys: PersonalDataKeys, subject: string): Promise<SubjectKey> {
  const found = (await keys.forWriting([subject])).get(subject);
  if (!(found instanceof SubjectKey)) throw new Error(`no key: ${found}`);
  return found;
}
const read = async (keys: PersonalDataKeys, subject: string) =>
  (await keys.forReading([subject])).get(subject);
const until = async (probe: () => boolean): Promise<void> => {
  for (const from = Date.now(); !probe(); await sleep(5))
    if (Date.now() - from > 15_000) throw new Error('in vain');
};

describe('keys', () => {
  it('are one for each subject, the same in every process', async () => {
    const [here, there] = [await process(), await process()];
    const [ana, rui] = [randomUUID(), randomUUID()];
    const box = (await written(here, ana)).seal('Ana', PLACE);
    const found = await read(there, ana);
    expect(found instanceof SubjectKey && found.open(box, PLACE)).toBe('Ana');
    const other = await written(there, rui);
    expect(() => other.open(box, PLACE)).toThrow('unable to authenticate');
  });

  it('are one per subject, though several processes make them at once', async () => {
    const processes = await Promise.all(Array.from({ length: 4 }, () => process()));
    const subjects = Array.from({ length: 20 }, () => randomUUID());
    const all = await Promise.all(
      processes.flatMap((keys) =>
        Array.from({ length: 5 }, () => keys.forWriting(subjects.toSorted(() => Math.random() - 0.5))),
      ),
    );
    for (const subject of subjects) {
      const boxes = all.map((keys) => (keys.get(subject) as SubjectKey).seal('x', PLACE).toString('hex'));
      expect(new Set(boxes).size).toBe(1);
    }
  });

  it('are absent for a subject without one', async () => {
    expect(await read(await process(), randomUUID())).toBeUndefined();
  });

  it('stand in the database wrapped, tied to their subject', async () => {
    const keys = await process();
    const [ana, rui] = [randomUUID(), randomUUID()];
    await written(keys, ana);
    await written(keys, rui);
    await pool.query(
      `update personal_data.subject_key k set wrapped = o.wrapped from personal_data.subject_key o
        where k.subject_id <> o.subject_id`,
    );
    await expect(read(await process(), ana)).rejects.toThrow('unable to authenticate');
  });
});

describe('an erasure', () => {
  it('holds at once here, and in other processes as soon as they are notified', async () => {
    const [here, there] = [await process(), await process({ keyLifeMs: 3_600_000 })];
    const ana = randomUUID();
    await written(here, ana);
    expect(await read(there, ana)).toBeInstanceOf(SubjectKey);
    const told: string[] = [];
    there.onErased((subjects) => void told.push(...subjects));
    await here.destroy(ana);
    expect(await read(here, ana)).toBe('erased');
    await until(() => there.isErased(ana));
    expect([await read(there, ana), told]).toEqual(['erased', [ana]]);
    expect((await there.forWriting([ana])).get(ana)).toBe('erased');
  });

  it('is known to a process that starts later, and cannot be undone by writing', async () => {
    const keys = await process();
    const ana = randomUUID();
    await written(keys, ana);
    await keys.destroy(ana);
    await keys.destroy(ana);
    const later = await process();
    expect([later.someErased, later.isErased(ana)]).toEqual([true, true]);
    const { rows } = await pool.query('select wrapped, master_key from personal_data.subject_key');
    expect(rows).toEqual([{ wrapped: null, master_key: null }]);
  });

  it('holds for a subject that never had a key', async () => {
    const keys = await process();
    const ana = randomUUID();
    await keys.destroy(ana);
    expect(await read(await process(), ana)).toBe('erased');
  });

  it('reaches a process whose connection broke: meanwhile it keeps no key', async () => {
    const [here, there] = [await process(), await process({ keyLifeMs: 3_600_000 })];
    const ana = randomUUID();
    await written(here, ana);
    await read(there, ana);
    expect(there.known(ana)).toBeInstanceOf(SubjectKey);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    );
    await until(() => there.known(ana) === undefined);
    await here.destroy(ana);
    expect(await read(there, ana)).toBe('erased');
    await until(() => there.isErased(ana));
  });

  it('reaches a process that gets no notification within the life of its cached keys', async () => {
    const [here, deaf] = [await process(), await process({ keyLifeMs: 30 })];
    const ana = randomUUID();
    await written(here, ana);
    await read(deaf, ana);
    await pool.query(
      `update personal_data.subject_key set wrapped = null, master_key = null, destroyed_at = now()`,
    );
    await sleep(40);
    expect(await read(deaf, ana)).toBe('erased');
  });
});

describe('the master key', () => {
  it('is rotated: old keys are wrapped anew, and the old master key may go', async () => {
    const ana = randomUUID();
    const box = (await written(await process(), ana)).seal('Ana', PLACE);
    const next = randomBytes(32);
    const opens = async (masterKeys: Buffer[]) =>
      ((await read(await process({ masterKeys }), ana)) as SubjectKey).open(box, PLACE);
    expect(await opens([next, MASTER])).toBe('Ana');
    expect(await opens([next])).toBe('Ana');
    await expect(process()).rejects.toThrow(MasterKeyMissing);
  });

  it('must be the one that wrapped the keys', async () => {
    await written(await process(), randomUUID());
    await expect(process({ masterKeys: [randomBytes(32)] })).rejects.toThrow(MasterKeyMissing);
    await expect(process({ masterKeys: [randomBytes(16)] })).rejects.toThrow(RangeError);
    await expect(process({ masterKeys: [] })).rejects.toThrow(RangeError);
  });
});

it('keeps a bounded number of keys, the most recent ones', async () => {
  const keys = await process({ cachedKeys: 3 });
  const subjects = Array.from({ length: 5 }, () => randomUUID());
  for (const subject of subjects) await written(keys, subject);
  expect(subjects.map((subject) => keys.known(subject) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
