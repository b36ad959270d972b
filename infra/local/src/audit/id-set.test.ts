import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { IdSet } from './id-set.ts';

it('knows each id that was added, and no other, beyond several sizes of its table', () => {
  const ids = new IdSet();
  const added = Array.from({ length: 50_000 }, () => randomUUID() as string);
  expect(added.every((id) => ids.add(id))).toBe(true);
  expect(added.some((id) => ids.add(id))).toBe(false);
  expect(ids.add(randomUUID())).toBe(true);
});

it('distinguishes ids that begin or end alike, and rejects those that are no UUIDs', () => {
  const ids = new IdSet();
  const alike = [
    '00000000-0000-4000-8000-000000000001',
    '10000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-100000000001',
    '00000000-0000-0000-0000-000000000000',
    'seal-1',
    '',
  ];
  expect(alike.map((id) => ids.add(id))).toEqual(alike.map(() => true));
  expect(alike.map((id) => ids.add(id))).toEqual(alike.map(() => false));
});
