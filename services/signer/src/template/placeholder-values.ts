import {
  formatCnpj,
  formatCpf,
  formatPhone,
  formatZip,
  type CompanyPlaceholder,
  type PersonFields,
  type PersonPlaceholder,
} from '@lacre/contracts';

import type { CompanyRecord, PersonRecord } from './read-records.ts';

/** What registers say for each placeholder, as a contract writes it; undefined where they say nothing. */

type Address = Pick<
  PersonFields,
  'address' | 'number' | 'addressDetails' | 'district' | 'city' | 'state' | 'zip'
>;

/** `11988887777` → `(11) 98888-7777`. */
const phoneText = (digits: string | undefined): string | undefined => digits && formatPhone(digits);

const zipText = (digits: string | undefined): string | undefined => digits && formatZip(digits);

const dateText = (date: string | undefined): string | undefined =>
  date?.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');

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
  const parts = [address, number, addressDetails, district, region, zip && `CEP ${zipText(zip) ?? ''}`];
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

export const PERSON_TEXTS: Readonly<Record<PersonPlaceholder, (person: PersonRecord) => string | undefined>> =
  {
    nome: ({ fields }) => fields.name,
    cpf: ({ cpf }) => formatCpf(cpf),
    email: ({ fields }) => fields.email,
    celular: ({ fields }) => phoneText(fields.cellphoneNumber),
    telefone: ({ fields }) => phoneText(fields.phoneNumber),
    nascimento: ({ fields }) => dateText(fields.birthday),
    nacionalidade: ({ fields }) => fields.nationality,
    estadocivil: ({ fields }) => maritalText(fields),
    rg: ({ fields }) => fields.rg,
    pis: ({ fields }) => fields.pis,
    ctps: ({ fields }) => fields.ctps,
    pai: ({ fields }) => fields.fatherName,
    mae: ({ fields }) => fields.motherName,
    endereco: ({ fields }) => addressText(fields),
    cidade: ({ fields }) => fields.city,
    estado: ({ fields }) => fields.state,
    cep: ({ fields }) => zipText(fields.zip),
  };

export const COMPANY_TEXTS: Readonly<
  Record<CompanyPlaceholder, (company: CompanyRecord) => string | undefined>
> = {
  razaosocial: ({ fields }) => fields.companyName,
  nomefantasia: ({ fields }) => fields.tradingName,
  cnpj: ({ cnpj }) => formatCnpj(cnpj),
  ie: ({ fields }) => fields.ie,
  im: ({ fields }) => fields.im,
  email: ({ fields }) => fields.email,
  telefone: ({ fields }) => phoneText(fields.phoneNumber ?? fields.cellphoneNumber),
  endereco: ({ fields }) => addressText(fields),
  cidade: ({ fields }) => fields.city,
  estado: ({ fields }) => fields.state,
  cep: ({ fields }) => zipText(fields.zip),
};
