import { operations } from '@lacre/contracts';
import { expect, test } from 'vitest';

import { isRepeatable, readsOwnWrites } from './operation-kinds.ts';

const all = Object.values(operations);

test.each(all)('$name is known for what the contracts say it is', (operation) => {
  const takesPosition = 'query' in operation && 'min-position' in operation.query.shape;
  expect(readsOwnWrites(operation.name)).toBe(takesPosition);
  expect(isRepeatable(operation.name)).toBe(operation.kind !== 'session' || operation.method === 'GET');
});
