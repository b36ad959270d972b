import { expect, it } from 'vitest';

import { addressGroup, isLoopbackName, isSameAddress } from './addresses.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['2001:db8::ffff', '2001:db8::/64'],
  ['2001:0DB8:0:0:ffff::', '2001:db8::/64'],
  ['2001:db8::1:0:0:1', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['', ''],
  ['not an address', 'not an address'],
])('counts %s as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

it('counts no two sites as one', () => {
  const sites = [
    '2001:db8::1',
    '2001:db8:0:1::1',
    '2001:db8:1::1',
    '2001:db9::1',
    '203.0.113.7',
    '203.0.113.8',
  ];
  expect(new Set(sites.map(addressGroup)).size).toBe(sites.length);
});

it('knows the names of loopback, and no others', () => {
  for (const name of ['localhost', 'app.localhost', '127.0.0.1', '127.8.8.8', '[::1]', '::ffff:127.0.0.1'])
    expect(isLoopbackName(name), name).toBe(true);
  for (const name of ['localhost.example', '128.0.0.1', '127.0.0.1.nip.io', '[2001:db8::1]', '0.0.0.0', ''])
    expect(isLoopbackName(name), name).toBe(false);
});

it('compares addresses by their bits', () => {
  expect(isSameAddress('[2001:db8::1]', '2001:db8:0:0::1')).toBe(true);
  expect(isSameAddress('10.0.0.1', '::ffff:10.0.0.1')).toBe(true);
  expect(isSameAddress('10.0.0.1', '10.0.0.2')).toBe(false);
  expect(isSameAddress('example.com', 'example.com')).toBe(false);
});
