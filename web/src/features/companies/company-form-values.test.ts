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
    type: 'branch' as const,
    parentCompanyId: '0198c5a0-0000-7000-8000-000000000002',
    parentCompany: null,
    defaultSignatoryIds: ['0198c5a0-0000-7000-8000-000000000003'],
    defaultSignatories: [],
    createdAt: '2026-11-01T00:00:00Z',
    editedAt: '2026-11-01T00:00:00Z',
  };
  const values = companyFormValues(company);
  expect(values).toMatchObject({ cnpj: '12ABC34501DE35', state: 'SP', country: '', active: false });
  const { type, parentCompanyId, defaultSignatoryIds } = company;
  const unseen = { type, parentCompanyId, defaultSignatoryIds };
  expect(companyBody(values, company)).toEqual({
    companyName: 'Acme',
    state: 'SP',
    active: false,
    ...unseen,
  });
  expect(JSON.parse(JSON.stringify(companyBody(values)))).toEqual({
    companyName: 'Acme',
    state: 'SP',
    active: false,
  });
});
