import { z } from 'zod';

import { cnpj, companyFields, identifier } from '../fields.ts';

const reference = { companyId: identifier, tenantId: identifier };

/** Stream `company-…`. */
export const companyEvents = {
  CompanyCreated: z.strictObject({ ...reference, cnpj, fields: companyFields }),
  CompanyEdited: z.strictObject({ ...reference, fields: companyFields }),
  CompanyActivated: z.strictObject(reference),
  CompanyDeactivated: z.strictObject(reference),
  /** From here on its CNPJ is free again; processes of the past keep what they wrote down of it. */
  CompanyRemoved: z.strictObject(reference),
} as const;
