import { z } from 'zod';

import { cpf, identifier, personFields } from '../fields.ts';

/** Stream `person-…`. */
export const personEvents = {
  PersonCreated: z.strictObject({ personId: identifier, tenantId: identifier, cpf, fields: personFields }),
} as const;
