import { expect, it } from 'vitest';

import { isSameList, keptOf } from './queries.ts';

it('keeps of an address what narrows the list, and not the page', () => {
  expect(keptOf({ search: 'ana', filter: 'pending', tagId: 'T', page: 3 })).toEqual({
    search: 'ana',
    filter: 'pending',
    tagId: 'T',
  });
  expect(keptOf({ filter: 'all', page: 2 })).toEqual({});
});

it('knows a list again by all of it', () => {
  expect(isSameList({ search: 'ana' }, keptOf({ search: 'ana', page: 2 }))).toBe(true);
  expect(isSameList({ search: 'ana' }, { search: 'ana', filter: 'pending' })).toBe(false);
  expect(isSameList({ tagId: 'T' }, { tagId: 'U' })).toBe(false);
});
