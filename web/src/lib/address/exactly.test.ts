import { expect, test } from 'vitest';

import { exactly } from './exactly.ts';
import { idsOf } from './ids.ts';
import { listSearch } from './list-search.ts';

const ID = '1a2b3c4d-0000-4000-8000-00000000000f';

/** As the router lays what a route reads over what its address says. */
const laidOver = (raw: Record<string, unknown>, route: ReturnType<typeof exactly>) => ({
  ...raw,
  ...route.parse(raw),
});

test('nothing stays of an address but what its route reads', () => {
  const route = exactly(listSearch(['all', 'pending']));
  expect(laidOver({ filter: 'pending', page: 2 }, route)).toEqual({ filter: 'pending', page: 2 });
  expect(laidOver({ filter: 'waiting', page: 'dois', utm_source: 'x' }, route)).toEqual({});
});

test('an id of an address has the form of one', () => {
  expect(
    idsOf({ tagId: ID, companyId: 'nenhuma', person: 7, other: ID }, 'tagId', 'companyId', 'person'),
  ).toEqual({
    tagId: ID,
  });
  expect(idsOf({ tagId: ID.toUpperCase(), process: [ID] }, 'tagId', 'process')).toEqual({
    tagId: ID.toUpperCase(),
  });
});
