import { expect, test } from 'vitest';

import { emailList } from '@/lib/input/email-address.ts';

import { personBody, personFormValues } from './person-form-values.ts';

const stored = {
  personId: '0198c5a0-0000-7000-8000-000000000001',
  cpf: '52998224725',
  name: 'Ana Souza',
  email: 'ana@exemplo.com.br',
  emails: ['a@exemplo.com.br', 'b@exemplo.com.br'],
  gender: 'female' as const,
  birthday: '1990-02-01',
  createdAt: '2026-11-01T00:00:00Z',
  editedAt: '2026-11-01T00:00:00Z',
};

test('what is stored comes back whole', () => {
  const { personId: _id, cpf: _cpf, createdAt: _created, editedAt: _edited, ...fields } = stored;
  expect(personBody(personFormValues(stored))).toEqual(fields);
});

test('empty fields are left out', () => {
  const values = { ...personFormValues(), name: ' Rui ', email: ' RUI@Exemplo.com.br ', city: ' ' };
  expect(personBody(values)).toEqual({ name: 'Rui', email: 'rui@exemplo.com.br' });
});

test.each([
  ['a@b.com, c@d.com;e@f.com', ['a@b.com', 'c@d.com', 'e@f.com']],
  [' ', []],
  ['A@B.com', ['a@b.com']],
])('%j is read as addresses', (text, addresses) => {
  expect(emailList(text)).toEqual(addresses);
});
