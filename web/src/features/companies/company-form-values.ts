import type { BodyOf, CompanyType } from '@lacre/contracts';

import type { CreatedPerson } from '@/features/persons/person-dialog.tsx';

import type { Company } from './queries.ts';

/** The fields a company may have besides its CNPJ, its kind and the persons it names; all text but `active`. */
const COMPANY_TEXT_FIELDS = [
  'companyName',
  'tradingName',
  'externalId',
  'cnae',
  'ie',
  'im',
  'iest',
  'email',
  'phoneNumber',
  'cellphoneNumber',
  'zip',
  'address',
  'number',
  'addressDetails',
  'district',
  'city',
  'state',
  'country',
] as const;

type TextField = (typeof COMPANY_TEXT_FIELDS)[number];
type ParentCompany = Exclude<Company['parentCompany'], null>;

/** What the form holds: an empty text where there is nothing. */
export type CompanyFormValues = Record<TextField, string> & {
  cnpj: string;
  active: boolean;
  type: CompanyType | '';
  parentCompany: ParentCompany | null;
  defaultSignatories: CreatedPerson[];
};

/** The form of a company that exists, or of a new one. */
export function companyFormValues(company?: Company): CompanyFormValues {
  const texts = Object.fromEntries(
    COMPANY_TEXT_FIELDS.map((field) => [field, company?.[field] ?? '']),
  ) as Record<TextField, string>;
  return {
    ...texts,
    country: company === undefined ? 'Brasil' : texts.country,
    cnpj: company?.cnpj ?? '',
    active: company?.active ?? true,
    type: company?.type ?? '',
    parentCompany: company?.parentCompany ?? null,
    defaultSignatories: company?.defaultSignatories ?? [],
  };
}

/** What is sent: fields left empty are left out. A head office has no head office. */
export function companyBody(values: CompanyFormValues): BodyOf<'editCompany'> {
  const filled = COMPANY_TEXT_FIELDS.map((field) => [field, values[field].trim()] as const).filter(
    ([, text]) => text !== '',
  );
  const { type, parentCompany, defaultSignatories } = values;
  return {
    ...Object.fromEntries(filled),
    companyName: values.companyName.trim(),
    active: values.active,
    ...(type === '' ? {} : { type }),
    ...(type === 'branch' && parentCompany !== null ? { parentCompanyId: parentCompany.companyId } : {}),
    ...(defaultSignatories.length === 0
      ? {}
      : { defaultSignatoryIds: defaultSignatories.map(({ personId }) => personId) }),
  };
}

/** Fields that the public register knows. */
const REGISTERED = COMPANY_TEXT_FIELDS.filter(
  (field) => !['externalId', 'ie', 'im', 'iest'].includes(field),
) as readonly Exclude<TextField, 'externalId' | 'ie' | 'im' | 'iest'>[];

/** What the register says of fields that nobody has filled in. */
export function fromRegister(
  values: CompanyFormValues,
  registration: Partial<Record<(typeof REGISTERED)[number], string | undefined>> & {
    type?: CompanyType | undefined;
  },
): Partial<CompanyFormValues> {
  const found = REGISTERED.flatMap((field) => {
    const value = registration[field];
    const isFree = values[field].trim() === '' || field === 'country';
    return value !== undefined && value !== '' && isFree ? [[field, value] as const] : [];
  });
  return {
    ...Object.fromEntries(found),
    ...(values.type === '' && registration.type !== undefined ? { type: registration.type } : {}),
  };
}
