import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import { Unprocessable } from '@lacre/work-queue';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { listWork, NoSuchWork, retryWork, withQueue } from './work-command.ts';

const environment = { NATS_URL: undefined } as Parameters<typeof listWork>[1];
let pool: Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  ({ drop } = database);
  pool = createPool(database.connectionString, { max: 4, applicationName: 'work-command-test' });
});
afterAll(async () => {
  await pool.end();
  await drop();
});

/** Gives up on a job for each key. */
const bury = (keys: readonly string[]) =>
  withQueue(pool, environment, async (queue) => {
    const consumer = await queue.consume(
      'seal',
      async () => {
        throw new Unprocessable('no such document');
      },
      { concurrency: 2, visibilityMs: 5000, maxDeliveries: 1 },
    );
    for (const key of keys) await queue.publish('seal', 1, { dedupeKey: key });
    await expect.poll(async () => (await queue.deadLetters('seal')).length).toBe(keys.length);
    await consumer.stop();
  });

it('lists dead letters, and puts back one, then all', async () => {
  expect(await listWork(pool, environment)).toEqual(['A fila não desistiu de trabalho algum.']);
  await bury(['a', 'b', 'c']);
  const [head, first = '', ...others] = await listWork(pool, environment);
  expect(head).toBe('seal: 3');
  expect(first).toMatch(/^ {2}\S+ {2}\d{4}-\S+Z {2}1 tentativa {2}Unprocessable: no such document$/);
  expect(others).toHaveLength(2);
  const [id] = first.trim().split(' ');
  expect(await retryWork(pool, environment, { kind: 'seal', id })).toBe('Um trabalho seal volta à fila.');
  await expect(retryWork(pool, environment, { kind: 'seal', id })).rejects.toBeInstanceOf(NoSuchWork);
  expect(await retryWork(pool, environment, { kind: 'seal', id: undefined })).toBe(
    '2 trabalhos seal voltam à fila.',
  );
  expect(await listWork(pool, environment)).toEqual(['A fila não desistiu de trabalho algum.']);
  const { rows } = await pool.query<{ key: string }>(
    'select dedupe_key as key from work_queue.job order by 1',
  );
  expect(rows.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
});

it('refuses to retry work of an unknown kind', async () => {
  for (const kind of ['mail', 'Não é fila'])
    await expect(retryWork(pool, environment, { kind, id: undefined })).rejects.toBeInstanceOf(NoSuchWork);
});
