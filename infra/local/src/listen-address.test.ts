import { readEnvironment } from '@lacre/adapters';
import { expect, it } from 'vitest';

import { assertMailboxPrivate, listenAddress } from './listen-address.ts';
import { StartRefused } from './start-refused.ts';

const bound = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
  ({ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 }) as never;
const network = {
  lo: [bound('127.0.0.1', 'IPv4', true), bound('::1', 'IPv6', true)],
  eth0: [bound('fe80::5', 'IPv6'), bound('2001:db8::5', 'IPv6'), bound('10.0.0.5', 'IPv4')],
};

it.each([
  ['127.0.0.1', 'http://localhost:4400', 'http://localhost:4400'],
  ['localhost', 'http://localhost:4400', 'http://localhost:4400'],
  ['::1', 'http://[::1]:4400', 'http://[::1]:4400'],
  ['0.0.0.0', 'http://127.0.0.1:4400', 'http://10.0.0.5:4400'],
  ['::', 'http://[::1]:4400', 'http://10.0.0.5:4400'],
  ['2001:db8::5', 'http://[2001:db8::5]:4400', 'http://[2001:db8::5]:4400'],
])('listening on %s, it is reached at %s and mails %s', (host, origin, publicUrl) => {
  expect(listenAddress({ host, port: 4400 }, undefined, network)).toEqual({ origin, publicUrl });
  // Every one of them is a URL.
  expect(new URL(publicUrl).port).toBe('4400');
});

it('mails the address that was set, and loopback where there is no network', () => {
  const set = listenAddress({ host: '::', port: 4400 }, 'https://lacre.exemplo.com.br/', network);
  expect(set).toEqual({ origin: 'http://[::1]:4400', publicUrl: 'https://lacre.exemplo.com.br' });
  const { publicUrl } = listenAddress({ host: '0.0.0.0', port: 4400 }, undefined, { lo: network.lo });
  expect(publicUrl).toBe('http://127.0.0.1:4400');
});

it.each([
  ['0.0.0.0', 'http://10.0.0.5:4400'],
  ['::', 'http://10.0.0.5:4400'],
  ['10.0.0.5', 'http://10.0.0.5:4400'],
  ['127.0.0.1', 'https://lacre.exemplo.com.br'],
])('does not start with the mailbox on %s for %s', (host, publicUrl) => {
  const start = (variables: Record<string, string>) => () =>
    assertMailboxPrivate(readEnvironment('start', variables), host, publicUrl);
  expect(start({})).toThrow(StartRefused);
  expect(start({})).toThrow('SMTP_URL');
  expect(start({ SMTP_URL: 'smtp://mail.exemplo.com.br' })).not.toThrow();
  expect(start({ EXPOSE_ALL_MAIL_AND_CODES_TO_NETWORK: 'true' })).not.toThrow();
});

it('starts with the mailbox on loopback', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost'])
    expect(() =>
      assertMailboxPrivate(readEnvironment('start', {}), host, 'http://localhost:4400'),
    ).not.toThrow();
});
