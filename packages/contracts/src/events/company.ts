import { z } from 'zod';

import { cnpj, companyFields, identifier } from '../fields.ts';

/** Stream `company-…`. */
export const companyEvents = {
  CompanyCreated: z.strictObject({
    companyId: identifier,
    tenantId: identifier,
    cnpj,
    fields: companyFields,
  }),
  CompanyEdited: z.strictObject({ companyId: identifier, tenantId: identifier, fields: companyFields }),
} as const;
