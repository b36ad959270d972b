import { z } from 'zod';

import { cpf, identifier, personFields } from '../fields.ts';
import { personal } from '../personal-data.ts';

/** Stream `person-…`. */
export const personEvents = {
  PersonCreated: z.strictObject({
    personId: identifier,
    tenantId: identifier,
    cpf: personal(cpf, 'personId'),
    fields: personal(personFields, 'personId'),
  }),
} as const;
