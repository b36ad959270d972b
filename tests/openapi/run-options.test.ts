import { describe, expect, it } from 'vitest';

import { runEnvironment } from './run-options.ts';

describe('the seed of a run of the API checks', () => {
  it.each([
    [['--seed', '34'], {}, '34'],
    [['--seed=34'], { LACRE_SEED: '56' }, '34'],
    [[], { LACRE_SEED: '56' }, '56'],
    [[], {}, '12'],
  ])('of %j beside %j is %s', (given, environment, seed) => {
    expect(runEnvironment(given, environment)).toEqual({ LACRE_SEED: seed });
  });

  it('goes with the long form', () => {
    expect(runEnvironment(['--long', '--seed', '7'], {})).toEqual({ LACRE_SEED: '7', LACRE_LONG: '1' });
  });

  it.each([['--seed', 'abc'], ['--seed', '4294967296'], ['--seeds', '1'], ['--seed']])(
    'refuses %s %s',
    (...given) => {
      expect(() => runEnvironment(given, {})).toThrow(/seed/);
    },
  );
});
