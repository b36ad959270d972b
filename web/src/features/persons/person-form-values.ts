import type { BodyOf } from '@lacre/contracts';

import type { Person } from './queries.ts';

/** The fields a person may have besides CPF and further addresses. */
const PERSON_TEXT_FIELDS = [
  'name',
  'email',
  'cellphoneNumber',
  'phoneNumber',
  'birthday',
  'gender',
  'maritalStatus',
  'nationality',
  'rg',
  'pis',
  'ctps',
  'fatherName',
  'motherName',
  'zip',
  'address',
  'number',
  'addressDetails',
  'district',
  'city',
  'state',
  'country',
] as const;

type TextField = (typeof PERSON_TEXT_FIELDS)[number];

/** What the form holds: an empty text where there is nothing; further addresses one after another. */
export type PersonFormValues = Record<TextField, string> & { cpf: string; emails: string };

export const GENDERS = [
  { value: 'female', label: 'Feminino' },
  { value: 'male', label: 'Masculino' },
  { value: 'other', label: 'Outro' },
];

export const MARITAL_STATUSES = [
  { value: 'single', label: 'Solteiro(a)' },
  { value: 'married', label: 'Casado(a)' },
  { value: 'divorced', label: 'Divorciado(a)' },
  { value: 'widower', label: 'Viúvo(a)' },
  { value: 'stableUnion', label: 'União estável' },
];

/** The form of a person who is registered, or of a new one. */
export function personFormValues(person?: Partial<Person>): PersonFormValues {
  const texts = Object.fromEntries(
    PERSON_TEXT_FIELDS.map((field) => [field, person?.[field] ?? '']),
  ) as Record<TextField, string>;
  return { ...texts, cpf: person?.cpf ?? '', emails: person?.emails?.join(', ') ?? '' };
}

/** Addresses parted by commas, semicolons or spaces. */
export const emailList = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((address) => address.toLowerCase())
    .filter((address) => address !== '');

/** What is sent: fields left empty are left out. */
export function personBody(values: PersonFormValues): BodyOf<'editPerson'> {
  const filled = PERSON_TEXT_FIELDS.map((field) => [field, values[field].trim()] as const).filter(
    ([, text]) => text !== '',
  );
  const emails = emailList(values.emails);
  return {
    ...Object.fromEntries(filled),
    name: values.name.trim(),
    email: values.email.trim().toLowerCase(),
    ...(emails.length === 0 ? {} : { emails }),
  };
}
