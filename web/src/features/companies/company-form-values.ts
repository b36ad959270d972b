import type { AnswerOf, BodyOf } from '@lacre/contracts';
import { COMPANY_FIELDS, entriesOf, UNREGISTERED_COMPANY_FIELDS } from '@lacre/contracts/registers';

import { registerBody, registerValues, type RegisterValues } from '@/components/form/register-values.ts';
import type { Company } from '@/entities/company/queries.ts';
import type { CreatedPerson } from '@/entities/person/person-dialog.tsx';

type CompanyRegistration = AnswerOf<'lookUpCnpj'>;
type ParentCompany = Exclude<Company['parentCompany'], null>;

/** What the form holds: an empty text where there is nothing. */
export type CompanyFormValues = RegisterValues<typeof COMPANY_FIELDS> & {
  active: boolean;
  parentCompany: ParentCompany | null;
  defaultSignatories: CreatedPerson[];
};

/** The form of a company that exists, or of a new one. */
export function companyFormValues(company?: Company): CompanyFormValues {
  const texts = registerValues(COMPANY_FIELDS, company);
  return {
    ...texts,
    country: company === undefined ? 'Brasil' : texts.country,
    active: company?.active ?? true,
    parentCompany: company?.parentCompany ?? null,
    defaultSignatories: company?.defaultSignatories ?? [],
  };
}

/** What is sent: fields left empty are left out. A head office has no head office. */
export function companyBody(values: CompanyFormValues): BodyOf<'editCompany'> {
  const { type, parentCompany, defaultSignatories } = values;
  return {
    ...registerBody(COMPANY_FIELDS, values),
    companyName: values.companyName.trim(),
    active: values.active,
    ...(type === 'branch' && parentCompany !== null ? { parentCompanyId: parentCompany.companyId } : {}),
    ...(defaultSignatories.length === 0
      ? {}
      : { defaultSignatoryIds: defaultSignatories.map(({ personId }) => personId) }),
  };
}

/** Fields that the public register knows. */
const REGISTERED = entriesOf(COMPANY_FIELDS)
  .filter(([name, { fixed }]) => fixed !== true && !UNREGISTERED_COMPANY_FIELDS.some((own) => own === name))
  .map(([name]) => name);

/** The register's values for fields left empty. */
export function fromRegister(
  values: CompanyFormValues,
  registration: Partial<CompanyRegistration>,
): Partial<CompanyFormValues> {
  const said: Readonly<Record<string, string | undefined>> = registration;
  const found = REGISTERED.flatMap((field) => {
    const value = said[field];
    const isFree = values[field].trim() === '' || field === 'country';
    return value !== undefined && value !== '' && isFree ? [[field, value] as const] : [];
  });
  return Object.fromEntries(found);
}
