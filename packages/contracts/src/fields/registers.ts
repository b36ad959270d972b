import { z } from 'zod';

import { MAX_DEFAULT_SIGNATORIES } from '../limits.ts';
import {
  ADDRESS_FIELDS,
  COMPANY_FIELDS,
  INVITED_FIELDS,
  PERSON_FIELDS,
  UNREGISTERED_COMPANY_FIELDS,
  type InvitedField,
  type UnregisteredCompanyField,
} from '../registers/index.ts';
import { identifier } from './identifiers.ts';
import { filledInShape, storedShape } from './register-shape.ts';

/** What is registered of companies and persons; their fields stand in `registers/`. */

export const address = z.strictObject(filledInShape(ADDRESS_FIELDS));

const ofCompany = {
  active: z.boolean().default(true),
  /** Head office of a branch, when it is registered too. */
  parentCompanyId: identifier.optional(),
  /** Persons who represent the company unless a process names others. */
  defaultSignatoryIds: z
    .array(identifier)
    .max(MAX_DEFAULT_SIGNATORIES, `No máximo ${MAX_DEFAULT_SIGNATORIES} representantes`)
    .refine((ids) => new Set(ids).size === ids.length, 'A mesma pessoa aparece mais de uma vez')
    .meta({ uniqueItems: true })
    .optional(),
};

/** What a company's form edits, as the log holds it; its CNPJ is given once. */
export const companyFields = z.strictObject({ ...storedShape(COMPANY_FIELDS), ...ofCompany });
export type CompanyFields = z.output<typeof companyFields>;
export type CompanyType = NonNullable<CompanyFields['type']>;

const unregistered = Object.fromEntries(UNREGISTERED_COMPANY_FIELDS.map((name) => [name, true])) as Record<
  UnregisteredCompanyField,
  true
>;

/** What the federal register says of a company, as far as it does. */
export const registeredCompany = companyFields.omit({
  ...unregistered,
  active: true,
  parentCompanyId: true,
  defaultSignatoryIds: true,
});

/** As `companyFields`, when it is filled in. */
export const companyForm = z.strictObject({ ...filledInShape(COMPANY_FIELDS), ...ofCompany });

/** What a person's form edits, as the log holds it; their CPF is given once. */
export const personFields = z.strictObject(storedShape(PERSON_FIELDS));
export type PersonFields = z.output<typeof personFields>;

/** What of it is written down in a process when the person is asked to sign. */
export const invitedPerson = personFields.pick(
  Object.fromEntries(INVITED_FIELDS.map((name) => [name, true])) as Record<InvitedField, true>,
);

/** As `personFields`, when it is filled in. */
export const personForm = z.strictObject(filledInShape(PERSON_FIELDS));
