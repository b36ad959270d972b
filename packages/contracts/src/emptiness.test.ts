import { expect, it } from 'vitest';

import { isEmpty, withoutEmpty } from './emptiness.ts';

it.each([null, undefined, '', ' \t\n', 'null', ' undefined ', [], {}])('takes %j for nothing', (value) => {
  expect(isEmpty(value)).toBe(true);
});

it.each([0, false, 'Null', 'nulla', 'x', [null], { a: null }])('takes %j for something', (value) => {
  expect(isEmpty(value)).toBe(false);
});

it('leaves out what says nothing, within objects too, and nothing else', () => {
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
  expect(withoutEmpty([''])).toEqual(['']);
  expect(withoutEmpty(null)).toBeNull();
});
