import {
  COMPANY_FIELDS,
  entriesOf,
  formatZip,
  PERSON_FIELDS,
  writtenValue,
  type FieldTable,
  type PersonFields,
  type PlaceholderOf,
} from '@lacre/contracts';

import type { CompanyRecord, PersonRecord } from './read-records.ts';

/** What registers say for each placeholder, as a contract writes it; undefined where they say nothing. */

type Address = Pick<
  PersonFields,
  'address' | 'number' | 'addressDetails' | 'district' | 'city' | 'state' | 'zip'
>;

/** `Avenida Paulista, 1578, Apto 12, Bela Vista, São Paulo/SP, CEP 01310-200`, as far as it is known. */
function addressText({
  address,
  number,
  addressDetails,
  district,
  city,
  state,
  zip,
}: Address): string | undefined {
  if (address === undefined) return undefined;
  const region = [city, state].filter((part) => part !== undefined).join('/');
  const parts = [address, number, addressDetails, district, region, zip && `CEP ${formatZip(zip)}`];
  return parts.filter((part) => part !== undefined && part !== '').join(', ');
}

const MARITAL: Readonly<
  Record<NonNullable<PersonFields['maritalStatus']>, readonly [stem: string, ending: string]>
> = {
  single: ['solteir', 'o'],
  married: ['casad', 'o'],
  divorced: ['divorciad', 'o'],
  widower: ['viúv', 'o'],
  stableUnion: ['em união estável', ''],
};

function maritalText({ maritalStatus, gender }: PersonFields): string | undefined {
  if (maritalStatus === undefined) return undefined;
  const [stem, ending] = MARITAL[maritalStatus];
  if (ending === '') return stem;
  return { male: `${stem}o`, female: `${stem}a`, other: `${stem}o(a)` }[gender ?? 'other'];
}

type Value = string | readonly string[] | undefined;
type Texts<Placeholder extends string, From> = Readonly<
  Record<Placeholder, (from: From) => string | undefined>
>;

/** Each placeholder's text as its field is written, but for those that a contract says in a way of its own. */
function textsOf<Table extends FieldTable, From>(
  table: Table,
  valuesOf: (from: From) => Readonly<Partial<Record<keyof Table & string, Value>>>,
  special: Partial<Texts<PlaceholderOf<Table>, From>>,
): Texts<PlaceholderOf<Table>, From> {
  const texts = entriesOf(table).flatMap(([name, field]) =>
    field.placeholder === undefined
      ? []
      : [[field.placeholder, (from: From) => writtenValue(field, valuesOf(from)[name])]],
  );
  return { ...Object.fromEntries(texts), ...special } as Texts<PlaceholderOf<Table>, From>;
}

export const PERSON_TEXTS = textsOf(PERSON_FIELDS, ({ cpf, fields }: PersonRecord) => ({ cpf, ...fields }), {
  estadocivil: ({ fields }) => maritalText(fields),
  endereco: ({ fields }) => addressText(fields),
});

export const COMPANY_TEXTS = textsOf(
  COMPANY_FIELDS,
  ({ cnpj, fields }: CompanyRecord) => ({ cnpj, ...fields }),
  {
    telefone: ({ fields: { phoneNumber, cellphoneNumber } }) =>
      writtenValue(COMPANY_FIELDS.phoneNumber, phoneNumber ?? cellphoneNumber),
    endereco: ({ fields }) => addressText(fields),
  },
);
