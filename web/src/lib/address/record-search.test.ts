import { expect, test } from 'vitest';

import { recordQuery } from './record-query.ts';
import { readRecordSearch } from './record-search.ts';

const ID = '1a2b3c4d-0000-4000-8000-000000000000';

test('an address keeps what it can mean, and nothing else', () => {
  const all = { from: '2026-01-01', to: '2026-01-31', page: 2, search: 'ana', kind: 'user', person: ID };
  expect(readRecordSearch({ ...all, process: ID, other: 1 })).toEqual({ ...all, process: ID });
  expect(
    readRecordSearch({ from: 'x', page: 0, search: ' ', kind: 'A B', person: [ID], process: 'nenhum' }),
  ).toEqual({});
});

test('the API is asked by days and ids', () => {
  const search = { from: '2026-01-01', page: 2, kind: 'user', person: ID };
  expect(recordQuery(search)).toEqual({ initialDate: '2026-01-01', kind: 'user', personId: ID });
});
