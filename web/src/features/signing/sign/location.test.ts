import { expect, test } from 'vitest';

import { locationHeaders } from './location.ts';

test.each([
  [-23.5505199, -46.6333094, '-23.5505199', '-46.6333094'],
  [0, 180, '0', '180'],
  [1e-9, -0.5, '0', '-0.5'],
  [-23.123456789, 10.1, '-23.1234568', '10.1'],
])('%d, %d is sent as %s, %s', (latitude, longitude, sentLatitude, sentLongitude) => {
  expect(locationHeaders({ latitude, longitude })).toEqual({
    'client-latitude': sentLatitude,
    'client-longitude': sentLongitude,
  });
});
