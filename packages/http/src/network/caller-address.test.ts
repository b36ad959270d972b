import { connect } from 'node:net';

import { introducingCallers } from '@lacre/access/testing';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { portOf } from '@lacre/test-support';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildService } from '../index.ts';
import { addressGroup } from './addresses.ts';

/** Services behind so many proxies, at real sockets. */
const apps: FastifyInstance[] = [];
const PROXIES = [0, 1, 2];

beforeAll(async () => {
  for (const trustedProxies of PROXIES) {
    const app = await buildService({
      logger: pino({ level: 'silent' }),
      keys: async () => ({ keys: [] }),
      callers: introducingCallers(createMemoryEventStore()),
      apiTokens: async () => undefined,
      trustedProxies,
    });
    app.get('/ip', ({ ip }) => ip);
    // Of both families where the machine has both.
    await app.listen({ host: '::', port: 0 }).catch(() => app.listen({ host: '127.0.0.1', port: 0 }));
    apps.push(app);
  }
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

/** The address that a service sees for a caller who sends these lines, each as it is. */
function seenBy(proxies: number, lines: readonly string[]): Promise<string> {
  const port = portOf((apps[proxies] as FastifyInstance).server);
  const request = ['GET /ip HTTP/1.1', 'Host: localhost', 'Connection: close', ...lines, '', ''].join('\r\n');
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', reject).on('end', () => resolve(answer.split('\r\n\r\n')[1] ?? ''));
  });
}
const forwarded = (...addresses: string[]): string[] => [`X-Forwarded-For: ${addresses.join(', ')}`];

const FORGED = [
  '198.51.100.66',
  '::ffff:198.51.100.66',
  '[2001:db8:bad::1]:443',
  '198.51.100.66:8080',
  'unknown',
  '127.0.0.1',
  '"><script>',
  ', ,,',
  'a'.repeat(4000),
  '198.51.100.1, '.repeat(200),
];

describe('without a proxy', () => {
  it.each(FORGED)('believes no header: %.40s', async (text) => {
    expect(await seenBy(0, forwarded(text))).toBe('127.0.0.1');
    const others = ['X-Real-IP', 'Forwarded', 'X-Client-IP', 'CF-Connecting-IP', 'True-Client-IP'];
    for (const name of others) expect(await seenBy(0, [`${name}: ${text}`])).toBe('127.0.0.1');
  });

  it('sees a caller in IPv4 alike at a socket of IPv6', async () => {
    expect(await seenBy(0, [])).toBe('127.0.0.1');
  });
});

describe('behind one proxy, which appends the address that it saw', () => {
  it.each(FORGED)('ignores addresses before it: %.40s', async (text) => {
    expect(await seenBy(1, forwarded(text, '203.0.113.7'))).toBe('203.0.113.7');
    expect(await seenBy(1, [...forwarded(text), ...forwarded('203.0.113.7')])).toBe('203.0.113.7');
  });

  it.each([
    ['203.0.113.7:50123', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:cb00:7107]:50123', '203.0.113.7'],
    ['[2001:DB8:0:0::7]', '2001:db8::7'],
    ['[2001:db8::7]:50123', '2001:db8::7'],
    ['2001:db8::7%eth0', '2001:db8::7'],
  ])('reads %s as one address, whatever its form', async (text, address) => {
    expect(await seenBy(1, forwarded('198.51.100.66', text))).toBe(address);
  });

  it.each(['unknown', '_hidden', '203.0.113', '203.0.113.7.8', '999.1.1.1', 'a:b', '[203.0.113.7', '::g'])(
    'counts %s, which is no address, as the proxy itself',
    async (text) => {
      expect(await seenBy(1, forwarded('198.51.100.66', text))).toBe('127.0.0.1');
    },
  );

  it('counts all that one /64 can call itself as one', async () => {
    const seen = new Set<string>();
    for (const host of ['::1', ':aaaa:bbbb:cccc:dddd', ':0:0:0:ff', '::ffff:1:2'])
      for (const text of [`2001:db8:1:2${host}`, `[2001:0DB8:0001:0002${host}]:5${seen.size}`])
        seen.add(addressGroup(await seenBy(1, forwarded('2001:db8:9::9', text))));
    expect([...seen]).toEqual(['2001:db8:1:2::/64']);
  });

  it('is met without the proxy as who is connected', async () => {
    expect(await seenBy(1, [])).toBe('127.0.0.1');
    expect(await seenBy(1, forwarded(''))).toBe('127.0.0.1');
  });
});

describe('behind two proxies', () => {
  it('takes the address that the first of them saw', async () => {
    for (const text of FORGED)
      expect(await seenBy(2, forwarded(text, '203.0.113.7', '10.0.0.2'))).toBe('203.0.113.7');
  });

  it('gives the first proxy’s own address where that proxy could not name its caller', async () => {
    expect(await seenBy(2, forwarded('198.51.100.66', 'unknown', '10.0.0.2'))).toBe('10.0.0.2');
  });
});
