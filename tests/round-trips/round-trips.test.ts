import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Asked } from '../support/statement-counter.ts';
import { COUNTED_OPERATIONS } from './counted-operations.ts';
import { CountedProduct, IDLE_SECONDS } from './counted-product.ts';

let database: TestDatabase;
let product: CountedProduct;

beforeAll(async () => {
  database = await createTestDatabase();
  product = await CountedProduct.start(database.connectionString);
}, 120_000);

afterAll(async () => {
  await product.stop();
  await database.drop();
});

const listed = ({ texts }: Asked): string =>
  texts.map(([text, times]) => `${times} × ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 160)}`).join('\n');

it('asks its database at most once a second when nothing happens', { timeout: 120_000 }, async () => {
  const asked = await product.leastAskedIdle();
  expect(asked.statements, listed(asked)).toBeLessThanOrEqual(IDLE_SECONDS);
});

it.each(COUNTED_OPERATIONS)(
  'answers $name after $limit statements',
  { timeout: 60_000 },
  async (operation) => {
    const asked = await product.leastAskedBy(await operation.prepare(product));
    expect(asked.statements, listed(asked)).toBeLessThanOrEqual(operation.limit);
  },
);
