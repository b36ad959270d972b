import { describe, expect, it } from 'vitest';

import { personalContentOf } from '../events/personal-data.ts';
import { companyForm, personForm } from '../fields.ts';
import {
  COMPANY_FIELDS,
  entriesOf,
  INVITED_FIELDS,
  namesWith,
  PERSON_FIELDS,
  requiredFirst,
  searchedInWords,
  writtenValue,
  type Field,
  type FieldTable,
} from './index.ts';

const PERSON_ID = '0198c5a0-0000-7000-8000-000000000001';
const TENANT_ID = '0198c5a0-0000-7000-8000-000000000002';

const exampleOf = ({ kind, example }: Field) => (kind === 'emails' ? [example] : example);
const examples = (table: FieldTable) =>
  Object.fromEntries(
    entriesOf(table)
      .filter(([, { fixed }]) => fixed !== true)
      .map(([name, field]) => [name, exampleOf(field)]),
  );
const metadata = { tenantId: TENANT_ID, occurredAt: '2026-11-01T00:00:00Z' };

describe.each([
  ['persons', PERSON_FIELDS, personForm],
  ['companies', COMPANY_FIELDS, companyForm],
] as const)('the fields of %s', (_name, table, form) => {
  it('are taken as their examples have them', () => {
    expect(form.parse(examples(table))).toMatchObject(examples(table));
  });

  it.each(['label', 'placeholder'] as const)('have each a %s of their own', (key) => {
    const all = entriesOf(table).flatMap(([, field]) => field[key] ?? []);
    expect(new Set(all).size).toBe(all.length);
  });

  it('that are missing are asked for by their names', () => {
    for (const name of namesWith(table, 'required').filter((each) => each in form.shape)) {
      const { error } = form.safeParse({ ...examples(table), [name]: '' });
      expect(error?.issues.map(({ path }) => path[0])).toContain(name);
    }
  });

  it('list required fields first', () => {
    const required = requiredFirst(table).map(([, field]) => field.required === true);
    expect(required).toEqual(required.toSorted((one, other) => Number(other) - Number(one)));
  });
});

it('names the fields by which a register is searched', () => {
  expect(searchedInWords(COMPANY_FIELDS)).toBe('CNPJ ou nome');
});

it.each([
  ['cpf', '529.982.247-25'],
  ['cellphoneNumber', '(41) 99876-5432'],
  ['birthday', '23/04/1988'],
  ['maritalStatus', 'Casado(a)'],
  ['zip', '80010-000'],
  ['rg', '12.345.678-9'],
] as const)('writes %s as people do: %s', (name, written) => {
  expect(writtenValue(PERSON_FIELDS[name], PERSON_FIELDS[name].example)).toBe(written);
});

it('holds everything of a person for their personal data, in the register and in processes', () => {
  const { cpf } = PERSON_FIELDS;
  const registered = personalContentOf({
    type: 'PersonCreated',
    metadata,
    data: {
      personId: PERSON_ID,
      tenantId: TENANT_ID,
      cpf: cpf.example,
      fields: examples(PERSON_FIELDS),
    },
  });
  expect(new Set(registered.leaves.map(({ path }) => (path[1] === 'cpf' ? 'cpf' : path[2])))).toEqual(
    new Set(Object.keys(PERSON_FIELDS)),
  );
  const values: Readonly<Record<string, unknown>> = examples(PERSON_FIELDS);
  const invited = Object.fromEntries(INVITED_FIELDS.map((name) => [name, values[name]]));
  const process = personalContentOf({
    type: 'ProcessCreated',
    metadata,
    data: { participants: [{ personId: PERSON_ID, cpf: cpf.example, ...invited }] },
  });
  expect(new Set(process.leaves.map(({ path }) => path[3]))).toEqual(
    new Set(namesWith(PERSON_FIELDS, 'evidence')),
  );
});
