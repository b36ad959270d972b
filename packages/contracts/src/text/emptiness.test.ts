import { expect, it } from 'vitest';

import { isEmpty, withBlankTexts, withoutEmpty } from './emptiness.ts';

it.each([null, undefined, '', ' \t\n', 'null', ' undefined ', 'NULL', 'Undefined\n', [], {}])(
  'treats %j as empty',
  (value) => {
    expect(isEmpty(value)).toBe(true);
  },
);

it.each([0, false, 'nulla', 'null e void', 'x', [null], { a: null }])('takes %j for something', (value) => {
  expect(isEmpty(value)).toBe(false);
});

it('leaves out empty values, within objects too, and nothing else', () => {
  const sent = {
    name: 'Ana',
    email: '',
    rg: 'null',
    emails: [],
    user: { cpf: ' ' },
    active: false,
    list: [''],
  };
  expect(withoutEmpty(sent)).toEqual({ name: 'Ana', active: false, list: [''] });
  expect(withoutEmpty(JSON.parse(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`))).toHaveProperty('a.a.a');
  expect(withoutEmpty([''])).toEqual(['']);
  expect(withoutEmpty(null)).toBeNull();
});

it('blanks the texts that say nothing, wherever they stand, and nothing else', () => {
  const bytes = Buffer.from('null');
  const sent = { reason: ' Null ', list: ['undefined', 'x', { a: ['NULL'] }], none: null, count: 0, bytes };
  expect(withBlankTexts(sent)).toEqual({
    reason: '',
    list: ['', 'x', { a: [''] }],
    none: null,
    count: 0,
    bytes,
  });
  expect(withBlankTexts(bytes)).toBe(bytes);
  expect(withBlankTexts('undefined')).toBe('');
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`);
  expect(withBlankTexts(deep)).toHaveProperty('a.a.a');
});
