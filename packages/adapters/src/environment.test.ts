import { expect, it } from 'vitest';

import { readEnvironment } from './environment.ts';

it('fills in defaults and takes an empty variable for an absent one', () => {
  expect(readEnvironment({ PORT: '', LOG_LEVEL: 'warn' })).toMatchObject({
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    CREDITS_GRANT: 100,
  });
});

it('names what is wrong without showing it', () => {
  const read = () => readEnvironment({ DATABASE_URL: 'mysql://root:senha@db/x', PORT: 'many' });
  expect(read).toThrow(/DATABASE_URL[\s\S]*PORT/);
  expect(read).not.toThrow(/senha/);
});
