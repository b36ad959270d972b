import type { BodyOf } from '@lacre/contracts';

import type { Company } from './queries.ts';

/** The fields a company may have besides its CNPJ; all text but `active`. */
export const COMPANY_TEXT_FIELDS = [
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

/** What the form holds: an empty text where there is nothing. */
export type CompanyFormValues = Record<TextField, string> & { cnpj: string; active: boolean };

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
  };
}

/** What is sent: fields left empty are left out, and what the form does not show stays as it is stored. */
export function companyBody(values: CompanyFormValues, company?: Company): BodyOf<'editCompany'> {
  const filled = COMPANY_TEXT_FIELDS.map((field) => [field, values[field].trim()] as const).filter(
    ([, text]) => text !== '',
  );
  return {
    type: company?.type,
    parentCompanyId: company?.parentCompanyId,
    defaultSignatoryIds: company?.defaultSignatoryIds,
    ...Object.fromEntries(filled),
    companyName: values.companyName.trim(),
    active: values.active,
  };
}
