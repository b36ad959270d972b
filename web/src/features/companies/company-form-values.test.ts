import { expect, test } from 'vitest';

import { companyBody, companyFormValues } from './company-form-values.ts';

test('a new company is active and Brazilian', () => {
  expect(companyFormValues()).toMatchObject({ cnpj: '', companyName: '', active: true, country: 'Brasil' });
});

test('empty fields are left out of what is sent', () => {
  const values = { ...companyFormValues(), companyName: ' Acme ', city: '  ', phoneNumber: '1133334444' };
  expect(companyBody(values)).toEqual({
    companyName: 'Acme',
    phoneNumber: '1133334444',
    country: 'Brasil',
    active: true,
  });
});

test('editing shows what is stored and nothing else', () => {
  const company = {
    companyId: '0198c5a0-0000-7000-8000-000000000001',
    cnpj: '12ABC34501DE35',
    companyName: 'Acme',
    state: 'SP',
    active: false,
    createdAt: '2026-11-01T00:00:00Z',
    editedAt: '2026-11-01T00:00:00Z',
  };
  const values = companyFormValues(company);
  expect(values).toMatchObject({ cnpj: '12ABC34501DE35', state: 'SP', country: '', active: false });
  expect(companyBody(values)).toEqual({ companyName: 'Acme', state: 'SP', active: false });
});
