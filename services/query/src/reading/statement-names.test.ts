import { expect, it } from 'vitest';

import { StatementNames } from './statement-names.ts';

/** As many runs as make a statement frequent, and one. */
const nameOf = (names: StatementNames, text: string): string | undefined =>
  Array.from({ length: 4 }, () => names.of(text)).at(-1);

it('names a statement once it is run again and again, always by the same name', () => {
  const names = new StatementNames();
  expect([1, 2, 3].map(() => names.of('select 1'))).toEqual([undefined, undefined, undefined]);
  const name = names.of('select 1');
  expect(name).toMatch(/^lacre_/);
  expect(names.of('select 1')).toBe(name);
  expect(nameOf(names, 'select 2')).not.toBe(name);
});

it('names 64 texts at most, and runs the others by none', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 80 }, (_, n) => nameOf(names, `select ${n}`));
  expect(new Set(given.slice(0, 64)).size).toBe(64);
  expect(given.slice(64)).toEqual(Array.from({ length: 16 }, () => undefined));
});

it('keeps no more than a thousand texts that were run too rarely', () => {
  const names = new StatementNames();
  for (let n = 0; n < 1000; n += 1) names.of(`select ${n}`);
  expect(nameOf(names, 'select beyond')).toBeUndefined();
  expect(nameOf(names, 'select 7')).toMatch(/^lacre_/);
});

it('gives names that were never given once they are renewed', () => {
  const names = new StatementNames();
  const before = nameOf(names, 'select 1');
  names.renew();
  const after = nameOf(names, 'select 1');
  expect(after).toMatch(/^lacre_/);
  expect(after).not.toBe(before);
});
