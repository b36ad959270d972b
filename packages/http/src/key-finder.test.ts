import { generateKeyPairSync } from 'node:crypto';

import { expect, it } from 'vitest';

import { createKeyFinder, KEYS_BELIEVED_MS } from './authentication.ts';

const jwk = (kid: string) => ({
  ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
  kid,
});

/** A verifier and the key set that it asks for, on a clock that stands still. */
function started(...kids: string[]) {
  const world = { keys: kids.map(jwk), nowMs: 0, asked: 0, isAway: false };
  const find = createKeyFinder(
    async () => {
      world.asked += 1;
      if (world.isAway) throw new Error('away');
      return { keys: world.keys };
    },
    () => world.nowMs,
  );
  return { world, find };
}

it('knows a key that is published for longer than a key set is believed, without being asked in vain', async () => {
  const { world, find } = started('old');
  await find('old');
  world.keys.unshift(jwk('new'));
  world.nowMs = KEYS_BELIEVED_MS + 1;
  await find('old');
  const { asked } = world;
  await expect(find('new')).resolves.toContain('PUBLIC KEY');
  expect(world.asked).toBe(asked);
});

it('stops trusting a key that was removed', async () => {
  const { world, find } = started('leaked', 'new');
  await find('leaked');
  world.keys.shift();
  world.nowMs = KEYS_BELIEVED_MS + 1;
  await expect(find('leaked')).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
  await expect(find('new')).resolves.toContain('PUBLIC KEY');
});

it('asks for an unknown key once in ten seconds, however many tokens name one', async () => {
  const { world, find } = started('known');
  await find('known');
  for (let count = 0; count < 5; count += 1)
    await expect(find('unknown')).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
  expect(world.asked).toBe(1);
  world.nowMs = 10_001;
  await Promise.allSettled([find('unknown'), find('unknown')]);
  expect(world.asked).toBe(2);
});

it('keeps the known keys while the issuer does not answer, and fails for a key that it does not know', async () => {
  const { world, find } = started('known');
  await find('known');
  Object.assign(world, { isAway: true, nowMs: KEYS_BELIEVED_MS + 1 });
  await expect(find('known')).resolves.toContain('PUBLIC KEY');
  await expect(find('known')).resolves.toContain('PUBLIC KEY');
  expect(world.asked).toBe(2);
  await expect(find('unknown')).rejects.toThrow('away');
  await expect(find('unknown')).rejects.toThrow('away');
});
