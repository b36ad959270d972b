import {
  COMPANY_FIELDS,
  COMPANY_PLACEHOLDERS,
  entriesOf,
  PERSON_FIELDS,
  PERSON_PLACEHOLDERS,
  type CompanyFields,
  type FieldTable,
  type PersonFields,
} from '@lacre/contracts';
import { expect, it } from 'vitest';

import { COMPANY_TEXTS, PERSON_TEXTS } from './placeholder-values.ts';

const examplesOf = (table: FieldTable) =>
  Object.fromEntries(entriesOf(table).map(([name, { example }]) => [name, example]));
const [ofPerson, ofCompany] = [examplesOf(PERSON_FIELDS), examplesOf(COMPANY_FIELDS)];
const person = {
  personId: '',
  cpf: PERSON_FIELDS.cpf.example,
  fields: ofPerson as unknown as PersonFields,
};
const company = { cnpj: COMPANY_FIELDS.cnpj.example, fields: ofCompany as unknown as CompanyFields };

it.each(PERSON_PLACEHOLDERS)('fills %s of a person with all fields', (what) => {
  expect(PERSON_TEXTS[what](person)).toMatch(/[\p{L}\d]/u);
});

it.each(COMPANY_PLACEHOLDERS)('fills %s of a company that has all of its fields', (what) => {
  expect(COMPANY_TEXTS[what](company)).toMatch(/[\p{L}\d]/u);
});

it.each([
  ['cpf', '529.982.247-25'],
  ['nascimento', '23/04/1988'],
  ['estadocivil', 'casada'],
  ['celular', '(41) 99876-5432'],
  ['endereco', 'Rua XV de Novembro, 116, Sala 4, Centro, Curitiba/PR, CEP 80010-000'],
] as const)('writes %s as a contract does: %s', (what, text) => {
  expect(PERSON_TEXTS[what](person)).toBe(text);
});
