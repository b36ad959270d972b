import { z } from 'zod';

import { cpf, identifier, personFields } from '../fields.ts';
import { personal } from '../personal-data.ts';

const reference = { personId: identifier, tenantId: identifier };

/** Stream `person-…`. */
export const personEvents = {
  PersonCreated: z.strictObject({
    ...reference,
    cpf: personal(cpf, 'personId'),
    fields: personal(personFields, 'personId'),
  }),
  /** What stands here is all of it: a field that is absent is empty from now on. */
  PersonEdited: z.strictObject({ ...reference, fields: personal(personFields, 'personId') }),
  /** From here on their CPF is free again; processes of the past keep what they wrote down of them. */
  PersonRemoved: z.strictObject(reference),
} as const;
