import { randomUUID } from 'node:crypto';

import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { migrateCommand } from '../database/migrations.ts';
import { Answers } from './answers.ts';

let database: TestDatabase;
let pool: Pool;
let answers: Answers;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 2, applicationName: 'answers-test' });
  await migrateCommand(pool);
  answers = new Answers(pool, pino({ enabled: false }), () => new Date());
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const stored = async () => {
  const id = randomUUID();
  answers.remember({ id, requestHash: 'hash', answer: { done: id } });
  await answers.settled();
  return id;
};

it('finds an answer by a look that began before it was asked for', async () => {
  const id = await stored();
  const begun = new Answers(pool, pino({ enabled: false }), () => new Date()).lookAhead(id);
  expect(await begun.answer).toEqual({ requestHash: 'hash', answer: { done: id } });
  expect(await answers.find(id, begun)).toMatchObject({ answer: { done: id } });
});

it('finds an answer that was given and written after a look for it had begun and found none', async () => {
  const id = randomUUID();
  const begun = answers.lookAhead(id);
  expect(await begun.answer).toBeUndefined();
  answers.remember({ id, requestHash: 'hash', answer: { done: id } });
  await answers.settled();
  expect(await answers.find(id, begun)).toMatchObject({ requestHash: 'hash', answer: { done: id } });
});

it('rests on no look that began long ago', async () => {
  const id = await stored();
  const begun = { atMs: performance.now() - 2000, answer: Promise.resolve(undefined) };
  const elsewhere = new Answers(pool, pino({ enabled: false }), () => new Date());
  expect(await elsewhere.find(id, begun)).toMatchObject({ answer: { done: id } });
});
