import { afterAll, beforeAll, expect, it } from 'vitest';

import { Lacre } from '../../support/lacre.ts';
import { fresh } from '../../support/scenario.ts';

/** So many tries an address has, and each is spent on an account of its own. */
const TRIES = 5;
const RATE_LIMITS = `signInPerAddress=${TRIES}/900`;

let direct: Lacre;
let proxied: Lacre;
beforeAll(async () => {
  direct = await Lacre.create({ RATE_LIMITS });
  proxied = await Lacre.create({ RATE_LIMITS, TRUSTED_PROXIES: '1' });
  await Promise.all([direct.start(), proxied.start()]);
}, 180_000);
afterAll(() => Promise.all([direct.dispose(), proxied.dispose()]));

/** Tries to sign in from each of these addresses, one after another. @returns the statuses */
async function statuses({ origin }: Lacre, forwarded: readonly string[]): Promise<number[]> {
  const seen: number[] = [];
  for (const address of forwarded) {
    const response = await fetch(`${origin}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: `ninguem${fresh()}@exemplo.com.br`, password: 'adivinhada' }),
    });
    await response.arrayBuffer();
    seen.push(response.status);
  }
  return seen;
}

/** All are tries at first, and then refused until the time is over. */
const spent = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => (index < TRIES ? 401 : 429));

it('spends one address’s tries whatever it calls itself where no proxy is trusted', async () => {
  const forged = Array.from({ length: TRIES + 3 }, (_, index) => `198.51.100.${index + 1}`);
  expect(await statuses(direct, forged)).toEqual(spent(forged.length));
});

it.each([
  ['a chain that it made up', (n: number) => `198.51.100.${n}, 10.0.0.${n}, 203.0.113.7`],
  ['the port that it comes from', (n: number) => `203.0.113.8:${50_000 + n}`],
  ['a mapped form', (n: number) => (n % 2 === 0 ? '203.0.113.9' : '::ffff:203.0.113.9')],
  ['addresses of its /64', (n: number) => `2001:db8:1:2:${n}::${n}`],
  ['forms of IPv6', (n: number) => (n % 2 === 0 ? `[2001:0DB8:1:3:0:0:0:${n}]:443` : `2001:db8:1:3::${n}`)],
  ['words that are no address', (n: number) => `198.51.100.9, desconhecido-${n}`],
])('spends a caller’s tries through %s', async (_case, header) => {
  const headers = Array.from({ length: TRIES + 2 }, (_, index) => header(index + 1));
  expect(await statuses(proxied, headers)).toEqual(spent(headers.length));
});

it('leaves other sites theirs', async () => {
  expect(await statuses(proxied, ['2001:db8:1:4::1', '203.0.113.10', '::ffff:203.0.113.11'])).toEqual([
    401, 401, 401,
  ]);
});
