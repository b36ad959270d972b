import { expect, it } from 'vitest';

import { lifetimeOf } from './token-lifetime.ts';

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (payload: unknown) => `${base64url({ alg: 'EdDSA' })}.${base64url(payload)}.c2ln`;
const yesterday = new Date(Date.now() - 86_400_000).toISOString();

it('counts what stands in the token, whatever the clock of the device', () => {
  const issued = { iat: 1_700_000_000, exp: 1_700_000_900, name: 'João Conceição' };
  expect(lifetimeOf({ token: token(issued), expiresAt: yesterday })).toBe(900_000);
});

it('goes by the clock where nothing stands in it', () => {
  for (const other of ['opaque', 'a.b.c', token({ exp: 1_700_000_900 }), ''])
    expect(lifetimeOf({ token: other, expiresAt: yesterday })).toBeLessThan(0);
});
