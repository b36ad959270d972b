import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { together } from './together.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

describe.each([true, false])('over a connection that pipelines: %s', (pipeline) => {
  let pool: Pool;
  beforeAll(() => {
    pool = createPool(database.connectionString, { max: 1, applicationName: 'together-test', pipeline });
  });
  afterAll(async () => {
    await pool.end();
  });

  it('answers in the order of what is asked', async () => {
    const answers = await inTransaction(pool, (client) =>
      together(client, [3, 1, 2], async (number) => {
        const { rows } = await client.query<{ number: number }>('select $1::int as number', [number]);
        return rows[0]?.number;
      }),
    );
    expect(answers).toEqual([3, 1, 2]);
  });

  it('fails as the first that failed, when all have ended, and leaves the connection whole', async () => {
    const ended: string[] = [];
    const steps: Record<string, string[]> = {
      'fails later': ["select '1'::int", "select '1'::int"],
      'fails first': ["select 'x'::int"],
    };
    const failed = inTransaction(pool, (client) =>
      together(client, Object.entries(steps), async ([name, texts]) => {
        try {
          for (const text of texts) await client.query(text);
        } finally {
          ended.push(name);
        }
      }),
    );
    await expect(failed).rejects.toMatchObject({ code: '22P02' });
    expect(ended.toSorted()).toEqual(['fails first', 'fails later']);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
