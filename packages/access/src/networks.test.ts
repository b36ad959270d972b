import { expect, it } from 'vitest';

import { isWithin } from './networks.ts';

it.each([
  ['203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.114.7', ['203.0.113.0/24'], false],
  ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.113.7', ['203.0.113.7/32', '198.51.100.0/24'], true],
  ['198.51.100.255', ['203.0.113.7/32', '198.51.100.0/24'], true],
  ['2001:db8:1:2::9', ['2001:db8:1::/48'], true],
  ['2001:db8:2::9', ['2001:db8:1::/48'], false],
  ['203.0.113.7', ['::/0'], false],
  ['2001:db8::1', ['0.0.0.0/0'], false],
  ['', ['0.0.0.0/0', '::/0'], false],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
  ['203.0.113.7', [], false],
])('%s in %j: %s', (address, networks, expected) => {
  expect(isWithin(networks, address)).toBe(expected);
});
