import { z } from 'zod';

import {
  identifier,
  impediment,
  line,
  moment,
  filledParagraph,
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
  MAX_PARTICIPANTS,
  MAX_REASON_LENGTH,
  MAX_SIGNER_GROUPS,
  MAX_SUMMARY_LENGTH,
  MAX_UPLOAD_MB,
} from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import {
  acknowledged,
  dashboard,
  embeddedSignature,
  evidenceKey,
  listOf,
  listQuery,
  minPosition,
  processDetail,
  processMoment,
  processSummary,
  readModelsStatus,
  sealStatus,
  timelineEntry,
  upload,
  uploadOptions,
} from '../shapes/index.ts';

const processParams = z.strictObject({ processId: identifier });
const documentParams = z.strictObject({ processId: identifier, documentId: identifier });

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
const atRequestOf = z.strictObject({ personId: identifier, impediment });

const createProcessBody = z
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
    /** A participant who has not acted may hand their signatures on to who is to sign in their place. */
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

export const processOperations = defineOperations({
  uploadOptions: {
    tag: 'Processos',
    summary: 'O que se pode enviar para assinar nesta instalação',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    answer: uploadOptions,
    errors: [],
  },
  uploadDocument: {
    tag: 'Processos',
    summary: `Envia um documento (multipart, campo "file", até ${MAX_UPLOAD_MB} MB; "password" quando o PDF a pede; "mayLiftRestrictions" com "true" para declarar o direito de usar um PDF restrito) e devolve a prova de envio`,
    allow: 'members',
    scope: 'processes',
    kind: 'upload',
    status: 201,
    answer: upload,
    errors: [
      'NO_FILES_UPLOADED',
      'UPLOAD_NOT_ALLOWED_FILES',
      'UPLOAD_TOO_LARGE',
      'UPLOAD_HANDLE_FILES_ERROR',
      'UPLOAD_CONVERSOR_SERVICE_ERROR',
      'PDF_ENCRYPTED',
      'PDF_RESTRICTED',
      'PDF_PASSWORD_WRONG',
      'PDF_READ_ERROR',
    ],
  },
  createProcess: {
    tag: 'Processos',
    summary: 'Cria um processo de assinatura e reserva um crédito por documento',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    status: 201,
    body: createProcessBody,
    answer: createProcessAnswer,
    errors: [
      ...createProcessErrors,
      'GROUP_NOT_FOUND',
      'AT_REQUEST_WITNESSES_MISSING',
      'AT_REQUEST_NOT_ALLOWED',
    ],
  },
  cancelProcess: {
    tag: 'Processos',
    summary: 'Cancela um documento pendente, ou todos; não há volta',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    params: processParams,
    body: z
      .strictObject({
        documentId: identifier.optional(),
        reason: filledParagraph(MAX_REASON_LENGTH, 'o motivo').optional(),
      })
      .meta({ id: 'CancelProcess' }),
    answer: acknowledged,
    errors: ['SIGNATURE_PROCESS_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_PENDING'],
  },
  listProcesses: {
    tag: 'Processos',
    summary: 'Processos, com busca por empresa, pessoa, resumo, documento ou etiqueta',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    query: listQuery
      .extend({
        filter: z.enum(['all', 'pending', 'finished', 'rejected', 'canceled']).default('all'),
        tagId: identifier.optional(),
        companyId: identifier.optional(),
        /** Created at or after this moment. */
        createdFrom: moment.optional(),
        /** Created before this moment. */
        createdBefore: moment.optional(),
      })
      .strict(),
    answer: listOf(processSummary),
    errors: [],
  },
  getProcess: {
    tag: 'Processos',
    summary: 'Um processo, com o estado de cada documento e participante',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    params: processParams,
    query: minPosition.strict(),
    answer: processDetail,
    errors: ['SIGNATURE_PROCESS_NOT_FOUND'],
  },
  processTimeline: {
    tag: 'Processos',
    summary: 'Linha do tempo do processo, lida do próprio registro de eventos',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    params: processParams,
    answer: z.object({ items: z.array(timelineEntry) }),
    errors: ['SIGNATURE_PROCESS_NOT_FOUND'],
  },
  processMoment: {
    tag: 'Processos',
    summary:
      'O processo como estava logo depois de um evento da linha do tempo, refeito do registro de eventos',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    params: processParams.extend({
      /** Of a line of the timeline. */
      revision: z.coerce.number().int().nonnegative(),
    }),
    answer: processMoment,
    errors: ['SIGNATURE_PROCESS_NOT_FOUND', 'PROCESS_MOMENT_NOT_FOUND'],
  },
  readUpload: {
    tag: 'Processos',
    summary: 'O PDF que uma prova de envio representa, como será mostrado a quem assina',
    allow: 'members',
    scope: 'processes',
    kind: 'file',
    body: z.strictObject({ proof: uploadProof }).meta({ id: 'ReadUpload' }),
    errors: ['UPLOAD_PROOF_INVALID'],
  },
  readDocument: {
    tag: 'Processos',
    summary: 'O PDF mostrado a quem assina',
    allow: 'members-of-company-or-participants',
    scope: 'read',
    kind: 'file',
    params: documentParams,
    errors: ['SIGNATURE_PROCESS_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'AUTH_PERSON_NO_AUTHORIZATION'],
  },
  documentSignatures: {
    tag: 'Processos',
    summary: 'As assinaturas digitais que o documento já trazia quando foi enviado, conferidas',
    allow: 'members-of-company-or-participants',
    scope: 'read',
    kind: 'query',
    params: documentParams,
    answer: z.object({ items: z.array(embeddedSignature) }),
    errors: ['SIGNATURE_PROCESS_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'AUTH_PERSON_NO_AUTHORIZATION'],
  },
  downloadSealed: {
    tag: 'Processos',
    summary: 'O PDF selado',
    allow: 'members-of-company-or-participants',
    scope: 'read',
    kind: 'file',
    params: documentParams,
    errors: [
      'SIGNATURE_PROCESS_NOT_FOUND',
      'DOCUMENT_NOT_FOUND',
      'DOCUMENT_NOT_SEALED',
      'AUTH_PERSON_NO_AUTHORIZATION',
    ],
  },
  downloadEvidence: {
    tag: 'Processos',
    summary: 'A página de assinaturas, selada à parte, de um documento que já chegou assinado por outros',
    allow: 'members-of-company-or-participants',
    scope: 'read',
    kind: 'file',
    params: documentParams,
    errors: [
      'SIGNATURE_PROCESS_NOT_FOUND',
      'DOCUMENT_NOT_FOUND',
      'DOCUMENT_NOT_SEALED',
      'EVIDENCE_WITHIN_DOCUMENT',
      'AUTH_PERSON_NO_AUTHORIZATION',
      'SERVICE_UNAVAILABLE',
    ],
  },
  evidenceKey: {
    tag: 'Processos',
    summary:
      'A chave da evidência: identifica CPF e endereços que a evidência mascara; a uma pessoa, só os seus',
    allow: 'members-of-company-or-participants',
    scope: 'read',
    kind: 'query',
    params: documentParams,
    answer: evidenceKey,
    errors: ['SIGNATURE_PROCESS_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'AUTH_PERSON_NO_AUTHORIZATION'],
  },
  createPartialCopy: {
    tag: 'Processos',
    summary: 'Gera uma cópia selada de um documento ainda pendente, com as assinaturas até agora',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    status: 201,
    params: documentParams,
    answer: acknowledged.extend({ copyId: identifier, missing: z.number().int() }),
    errors: [
      'SIGNATURE_PROCESS_NOT_FOUND',
      'DOCUMENT_NOT_FOUND',
      'DOCUMENT_NOT_PENDING',
      'DOCUMENT_ALREADY_SIGNED_BY_OTHERS',
      'SERVICE_UNAVAILABLE',
    ],
  },
  downloadPartialCopy: {
    tag: 'Processos',
    summary: 'O PDF de uma cópia parcial',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'file',
    params: documentParams.extend({ copyId: identifier }),
    errors: ['SIGNATURE_PROCESS_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'DOWNLOAD_NOT_FOUND'],
  },
  sealStatus: {
    tag: 'Conta',
    summary: 'Com que certificado a plataforma sela, e até quando',
    allow: 'stewards',
    scope: 'read',
    kind: 'query',
    answer: sealStatus,
    errors: [],
  },
  readModelsStatus: {
    tag: 'Consultas',
    summary: 'Se listas e consultas estão sendo preparadas, e quanto falta',
    allow: 'anyone',
    kind: 'query',
    answer: readModelsStatus,
    errors: [],
  },
  dashboard: {
    tag: 'Processos',
    summary: 'Números da conta e processos recentes',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    query: minPosition.strict(),
    answer: dashboard,
    errors: [],
  },
});
