import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Asked } from '../support/statement-counter.ts';
import { COUNTED_OPERATIONS, isWithin } from './counted-operations.ts';
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

const listed = (asked: Asked): string => {
  const times = Map.groupBy(
    asked,
    ({ application, text }) => `${application}: ${text.replaceAll(/\s+/g, ' ').trim()}`,
  );
  return [...times].map(([text, { length }]) => `${length} × ${text.slice(0, 160)}`).join('\n');
};

it.each(COUNTED_OPERATIONS)(
  'asks no more for $name than $limits',
  { timeout: 120_000 },
  async ({ prepare, limits, last }) => {
    const { beforeAnswer: mostBefore, roundTrips: mostTrips = Infinity, inAll: most = Infinity } = limits;
    const { beforeAnswer, roundTrips, inAll } = await product.leastAskedBy(
      await prepare(product),
      isWithin(limits),
      last,
    );
    expect(beforeAnswer.length, listed(beforeAnswer)).toBeLessThanOrEqual(mostBefore);
    expect(roundTrips, listed(beforeAnswer)).toBeLessThanOrEqual(mostTrips);
    expect(inAll.length, listed(inAll)).toBeLessThanOrEqual(most);
  },
);

/** Last: what the start left to do is over by then. */
it('asks its database at most once a second when nothing happens', { timeout: 120_000 }, async () => {
  const asked = await product.leastAskedIdle();
  expect(asked.length, listed(asked)).toBeLessThanOrEqual(IDLE_SECONDS);
});
