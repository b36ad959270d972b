import { expect, test } from 'vitest';

import { placeHeaders } from './place-headers.ts';

test('names go percent-encoded, and what has no name not at all', () => {
  expect(placeHeaders({ country: 'Brasil', state: 'São Paulo', city: null })).toEqual({
    'client-country': 'Brasil',
    'client-state': 'S%C3%A3o%20Paulo',
  });
});
