import { expect, test } from 'vitest';

import { listSearch } from './list-search.ts';

const read = listSearch(['all', 'pending', 'finished']);

test.each<[Record<string, unknown>, object]>([
  [{}, {}],
  [
    { search: 'acme', filter: 'pending', page: 3 },
    { search: 'acme', filter: 'pending', page: 3 },
  ],
  [{ search: 52998224725 }, { search: '52998224725' }],
  [{ search: '   ', filter: 'all', page: 1 }, {}],
  [{ search: ['x'], filter: 'drop table', page: 'two' }, {}],
  [{ page: -4 }, {}],
  [{ page: 1.5 }, {}],
])('%j is read as %j', (raw, search) => {
  expect(read(raw)).toEqual(search);
});
