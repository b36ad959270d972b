import { z } from 'zod';

import {
  identifier,
  impediment,
  line,
  moment,
  part,
  processType,
  reminders,
  requirements,
  selection,
  signingGroup,
  uploadProof,
} from '../../fields.ts';
import {
  MAX_CHOSEN_TAGS,
  MAX_DOCUMENTS,
  MAX_GROUP_PERSONS,
  MAX_PARTICIPANTS,
  MAX_SIGNER_GROUPS,
  MAX_SUMMARY_LENGTH,
} from '../../limits.ts';
import { acknowledged } from '../shapes/index.ts';

/**
 * Until when and how people are asked. What is left out is as the account's settings say when the process is created.
 */
export const terms = {
  /** Until when one may sign; null for no limit, whatever the account's is. */
  deadline: moment.nullable().optional(),
  /** null for none, whatever the account's are. */
  reminders: reminders.nullable().optional(),
};

/**
 * The person in whose name a participant signs, since they cannot sign: registered, and with no other part in the
 * process, in which at least two attestants then take part.
 */
export const atRequestOf = z.strictObject({ personId: identifier, impediment });

/** What a process is created with. */
export const createProcessBody = z
  .strictObject({
    summary: line('o resumo', MAX_SUMMARY_LENGTH),
    companyId: identifier,
    /** One process for all documents, or one for each: all of them or none. */
    type: processType.default('single'),
    /** Proofs of uploads, in the order the documents are to be read. */
    documents: z
      .array(
        z.strictObject({
          proof: uploadProof,
          /** A question with options, answered when signing. */
          selection: selection
            .extend({
              /** Who answers it; without it, signers and signatories. */
              askedOf: z.array(identifier).min(1).max(MAX_PARTICIPANTS).optional(),
            })
            .refine(
              ({ minimum, maximum, options }) => minimum <= maximum && maximum <= options.length,
              'A quantidade de opções a escolher não confere',
            )
            .optional(),
        }),
      )
      .min(1, 'Inclua ao menos um documento')
      .max(MAX_DOCUMENTS, `No máximo ${MAX_DOCUMENTS} documentos`),
    participants: z
      .array(
        z.strictObject({
          personId: identifier,
          part,
          /** Without them, the account's defaults. */
          requirements: requirements.optional(),
          /** Place in the signing order; without it, the first group. */
          group: signingGroup.optional(),
          atRequestOf: atRequestOf.optional(),
        }),
      )
      .max(MAX_PARTICIPANTS, `No máximo ${MAX_PARTICIPANTS} participantes`),
    /** Every member of these groups, with the part that the group has. */
    signerGroups: z
      .array(
        z.strictObject({
          signerGroupId: identifier,
          /** Without them, the account's defaults. */
          requirements: requirements.optional(),
          group: signingGroup.optional(),
          /** Why those cannot sign at whose request members do: of each of these people. */
          impediments: z.array(atRequestOf).max(MAX_GROUP_PERSONS).default([]),
        }),
      )
      .max(MAX_SIGNER_GROUPS, `No máximo ${MAX_SIGNER_GROUPS} grupos`)
      .default([]),
    /** How many signatories must sign each document; without it, all of them. */
    minimumSignatories: z
      .number('Informe quantos representantes')
      .int('Informe um número inteiro')
      .min(1, 'Ao menos 1 representante precisa assinar')
      .optional(),
    /** Signatories beyond the minimum may still sign until the document is completed; without it they are dispensed. */
    acceptsLateSignatures: z.boolean().optional(),
    /** A participant who has not acted may hand their signatures on to a person who signs in their place. */
    allowsDelegation: z.boolean().optional(),
    ...terms,
    tagIds: z.array(identifier).max(MAX_CHOSEN_TAGS, `No máximo ${MAX_CHOSEN_TAGS} etiquetas`).optional(),
  })
  .meta({ id: 'CreateProcess' });

/** The answer to a creation, however it was requested. */
export const createProcessAnswer = acknowledged.extend({
  /** Of separate processes, the first. */
  processId: identifier,
  /** Of all processes. */
  documents: z.array(z.object({ documentId: identifier, name: z.string() })),
  processes: z.array(
    z.object({
      processId: identifier,
      documents: z.array(z.object({ documentId: identifier, name: z.string() })),
    }),
  ),
});
/** Why a creation is refused, however it was asked for. */
export const createProcessErrors = [
  'COMPANY_NOT_FOUND',
  'COMPANY_INACTIVE',
  'PERSON_NOT_FOUND',
  'SIGNER_NOT_FOUND',
  'CPF_DUPLICITY',
  'EMAIL_NOT_AVAILABLE',
  'PHONENUMBER_NOT_AVAILABLE',
  'NO_SIGNERS_PROVIDED',
  'MINIMUM_SIGNATORIES_INVALID',
  'DEADLINE_INVALID',
  'TAG_NOT_FOUND',
  'DOCUMENT_NAME_ALREADY_USED',
  'UPLOAD_PROOF_INVALID',
  'INSUFFICIENT_CREDITS',
  'EMAIL_NOT_VERIFIED',
  'CLASS_VALIDATION_ERROR',
] as const;
