import { expect, it } from 'vitest';

import { readArguments, WrongOption } from './arguments.ts';

it.each([
  [['--bogus'], 'não há a opção --bogus'],
  [['-x'], 'não há a opção -x'],
  [['demo'], '"demo" não é uma opção'],
  [['--data'], 'falta o valor da opção --data'],
  [['--data', '--demo'], 'falta o valor da opção --data'],
  [['--demo=1'], 'a opção --demo não leva valor'],
])('explains in Portuguese the fault of %j', (argv, words) => {
  expect(() => readArguments(argv, {})).toThrow(new WrongOption(words));
});
