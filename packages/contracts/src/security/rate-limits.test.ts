import { expect, it } from 'vitest';

import { defaultLimits, readRateLimits } from './rate-limits.ts';

it('keeps the default of each limit that is not set', () => {
  expect(readRateLimits('')).toEqual(defaultLimits);
  const read = readRateLimits(' signInPerAddress=500/900, codePerTarget=40/3600 ');
  expect(read.signInPerAddress).toEqual({ tries: 500, windowSeconds: 900 });
  expect(read.codePerTarget).toEqual({ ...defaultLimits.codePerTarget, tries: 40, windowSeconds: 3600 });
  expect(read.codePerAddress).toEqual(defaultLimits.codePerAddress);
});

it.each([
  'signIn=5/900',
  'signInPerAddress=0/900',
  'signInPerAddress=5/0',
  'signInPerAddress=5',
  'toString=1/1',
  '__proto__=1/1',
])('refuses %s by its name', (text) => {
  expect(() => readRateLimits(text)).toThrow(text);
});
