import { expect, test } from 'vitest';

import { companyBody, companyFormValues, fromRegister } from './company-form-values.ts';

const id = (last: number) => `0198c5a0-0000-7000-8000-00000000000${last}`;
const ana = { personId: id(3), name: 'Ana', cpf: '52998224725', email: 'ana@exemplo.com.br' };
const parentCompany = { companyId: id(2), companyName: 'Matriz', cnpj: '11222333000181' };

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

test('editing shows what is stored and sends it back whole', () => {
  const company = {
    companyId: id(1),
    cnpj: '12ABC34501DE35',
    companyName: 'Acme',
    state: 'SP',
    active: false,
    type: 'branch' as const,
    parentCompanyId: id(2),
    parentCompany,
    defaultSignatoryIds: [id(3)],
    defaultSignatories: [ana],
    createdAt: '2026-11-01T00:00:00Z',
    editedAt: '2026-11-01T00:00:00Z',
  };
  const values = companyFormValues(company);
  expect(values).toMatchObject({ cnpj: '12ABC34501DE35', state: 'SP', country: '', active: false });
  expect(companyBody(values)).toEqual({
    companyName: 'Acme',
    state: 'SP',
    active: false,
    type: 'branch',
    parentCompanyId: id(2),
    defaultSignatoryIds: [id(3)],
  });
});

test('a head office names no head office, even when one was chosen before', () => {
  const values = { ...companyFormValues(), companyName: 'Acme', type: 'parent' as const, parentCompany };
  expect(companyBody(values)).not.toHaveProperty('parentCompanyId');
});

test('the register fills empty fields alone', () => {
  const values = { ...companyFormValues(), companyName: 'Minha razão', city: '' };
  expect(
    fromRegister(values, { companyName: 'Registro', city: 'Curitiba', email: '', type: 'branch' }),
  ).toEqual({
    city: 'Curitiba',
    type: 'branch',
  });
});
