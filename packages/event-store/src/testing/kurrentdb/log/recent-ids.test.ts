import { expect, test } from 'vitest';

import { RecentIds } from './recent-ids.ts';

const stream = `process-${'x'.repeat(36)}`;

function remembering(count: number): RecentIds {
  const ids = new RecentIds();
  for (let n = 0; n < count; n++) ids.remember(`id-${n}`, { stream, revision: BigInt(n) });
  return ids;
}

test('an id is known after 40,000 others and not after 75,000', () => {
  expect(remembering(40_000).place('id-0')?.revision).toBe(0n);
  const later = remembering(75_000);
  expect(later.place('id-0')).toBeUndefined();
  expect(later.place('id-74999')?.revision).toBe(74_999n);
});

test('an id stays at its first place', () => {
  const ids = remembering(2);
  ids.remember('id-0', { stream, revision: 7n });
  expect(ids.place('id-0')?.revision).toBe(0n);
});
