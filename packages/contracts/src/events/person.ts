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
  /**
   * One of a batch that is being created: registered once its batch is, as if by PersonCreated; otherwise not a person.
   */
  PersonDrafted: z.strictObject({
    ...reference,
    batchId: identifier,
    cpf: personal(cpf, 'personId'),
    fields: personal(personFields, 'personId'),
  }),
  /** What stands here is all of it: a field that is absent is empty from now on. */
  PersonEdited: z.strictObject({ ...reference, fields: personal(personFields, 'personId') }),
  /** From here on their CPF is free again; processes of the past keep what they wrote down of them. */
  PersonRemoved: z.strictObject(reference),
} as const;

const batch = { batchId: identifier, tenantId: identifier };

/** Stream `batch-…`: it has one event, which says what became of the drafts. */
export const personBatchEvents = {
  /** All of these persons are registered, at once; their own streams say who they are. */
  PersonBatchCreated: z.strictObject({ ...batch, personIds: z.array(identifier).min(1) }),
  /** The import stopped halfway and another claimed one of its CPFs: it can never be completed. */
  PersonBatchAbandoned: z.strictObject(batch),
} as const;
