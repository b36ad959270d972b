import { z } from 'zod';

import { identifier, line, paragraph, processType, requirements, uploadProof } from '../../fields.ts';
import {
  MAX_CHOSEN_TAGS,
  MAX_ENVELOPE_TEMPLATES,
  MAX_ROLES,
  MAX_SUMMARY_LENGTH,
  MAX_UPLOAD_MB,
  MAX_VALUE,
  MAX_VALUE_NAME,
} from '../../limits.ts';
import { envelopeFields, roleKey, templateFields, templateText } from '../../templates.ts';
import { defineOperations } from '../operation.ts';
import {
  acknowledged,
  envelope,
  listOf,
  listQuery,
  minPosition,
  template,
  upload,
  wordTemplate,
} from '../shapes/index.ts';
import { atRequestOf, createProcessAnswer, createProcessErrors, terms } from './process-creation.ts';

const templateParams = z.strictObject({ templateId: identifier });
const envelopeParams = z.strictObject({ envelopeId: identifier });
const taggedList = listQuery.extend({ tagId: identifier.optional() }).strict();

/** Names the placeholders of the document, so it is longer than others. */
const wordTemplateProof = z.string().max(48_000);

/** A PDF or a Word document by the proof of its upload, or a text. */
const content = z.discriminatedUnion('kind', [
  templateText,
  z.strictObject({ kind: z.literal('pdf'), proof: uploadProof }),
  z.strictObject({ kind: z.literal('word'), proof: wordTemplateProof }),
]);

/** Who takes which role; roles with a person of their own may be left out. */
const castingOf = <AtRequestOf extends z.ZodType>(requesting: AtRequestOf) =>
  z
    .array(
      z.strictObject({
        role: roleKey,
        personId: identifier,
        /** Instead of those of the role. */
        requirements: requirements.optional(),
        /** In whose name they sign; needed where the role has `atRequest`. */
        atRequestOf: requesting.optional(),
      }),
    )
    .max(MAX_ROLES)
    .refine((all) => new Set(all.map(({ role }) => role)).size === all.length, 'Há papéis repetidos')
    .default([]);

/** For what a document says of people. */
const filling = castingOf(z.strictObject({ personId: identifier }));

/** What a process needs besides its template. */
const using = {
  /** Without it, the name of the template or envelope. */
  summary: line('o resumo', MAX_SUMMARY_LENGTH).optional(),
  companyId: identifier,
  participants: castingOf(atRequestOf),
  ...terms,
  /** Besides those of the template or envelope. */
  tagIds: z.array(identifier).max(MAX_CHOSEN_TAGS).default([]),
};
/** By the name of the placeholder; also instead of what the registers say. */
const values = z.record(z.string().max(MAX_VALUE_NAME), paragraph(MAX_VALUE)).default({});
const OF_TEMPLATES = [
  'TEMPLATE_NOT_FOUND',
  'AUTH_USER_WITHOUT_PERMISSION',
  'CLASS_VALIDATION_ERROR',
] as const;
/** Why the roles of a template are refused. */
const OF_ROLES = [
  'NO_SIGNERS_PROVIDED',
  'MINIMUM_SIGNATORIES_INVALID',
  'AT_REQUEST_WITNESSES_MISSING',
  'AT_REQUEST_NOT_ALLOWED',
] as const;
const OF_ENVELOPES = [
  'ENVELOPE_NOT_FOUND',
  'AUTH_USER_WITHOUT_PERMISSION',
  'CLASS_VALIDATION_ERROR',
] as const;

export const templateOperations = defineOperations({
  createTemplate: {
    tag: 'Modelos',
    summary:
      'Cria um modelo: um PDF ou um documento do Word já enviado, ou um texto com campos entre chaves duplas ({{contratada.nome}})',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    status: 201,
    body: z.strictObject({ ...templateFields.shape, content }).meta({ id: 'CreateTemplate' }),
    answer: acknowledged.extend({ templateId: identifier }),
    errors: [
      'UPLOAD_PROOF_INVALID',
      'PERSON_NOT_FOUND',
      'TAG_NOT_FOUND',
      ...OF_ROLES,
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  editTemplate: {
    tag: 'Modelos',
    summary: 'Substitui os dados de um modelo; sem "content", o documento fica como está',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: templateParams,
    body: z
      .strictObject({ ...templateFields.shape, content: content.optional() })
      .meta({ id: 'EditTemplate' }),
    answer: acknowledged,
    errors: [...OF_TEMPLATES, 'UPLOAD_PROOF_INVALID', 'PERSON_NOT_FOUND', 'TAG_NOT_FOUND', ...OF_ROLES],
  },
  uploadWordTemplate: {
    tag: 'Modelos',
    summary: `Envia um documento do Word (multipart, campo "file", DOCX, até ${MAX_UPLOAD_MB} MB) com campos entre chaves duplas, no texto, em tabelas, cabeçalhos e rodapés, e devolve os campos achados e a prova de envio para criar o modelo`,
    allow: 'stewards',
    scope: 'registers',
    kind: 'upload',
    status: 201,
    answer: wordTemplate,
    errors: [
      'NO_FILES_UPLOADED',
      'UPLOAD_NOT_ALLOWED_FILES',
      'UPLOAD_TOO_LARGE',
      'UPLOAD_HANDLE_FILES_ERROR',
      'UPLOAD_CONVERSOR_SERVICE_ERROR',
      'PDF_READ_ERROR',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  removeTemplate: {
    tag: 'Modelos',
    summary: 'Remove um modelo; os processos feitos com ele ficam como estão',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: templateParams,
    answer: acknowledged,
    errors: [...OF_TEMPLATES],
  },
  listTemplates: {
    tag: 'Modelos',
    summary: 'Modelos, com busca por nome ou descrição, e filtro por etiqueta',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    query: taggedList,
    answer: listOf(template),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  getTemplate: {
    tag: 'Modelos',
    summary: 'Um modelo, com os campos que é preciso preencher para usá-lo',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    params: templateParams,
    query: minPosition.strict(),
    answer: template,
    errors: [...OF_TEMPLATES],
  },
  readTemplate: {
    tag: 'Modelos',
    summary: 'O PDF guardado num modelo; de um documento do Word, o PDF que o mostra com seus campos',
    allow: 'members',
    scope: 'read',
    kind: 'file',
    params: templateParams,
    errors: [...OF_TEMPLATES, 'DOCUMENT_NOT_FOUND'],
  },
  previewTemplate: {
    tag: 'Modelos',
    summary:
      'O PDF que um texto ainda não guardado, ou um documento do Word já enviado, daria com os valores dados; o que nada preenche fica como foi escrito. Nada é guardado',
    allow: 'stewards',
    scope: 'registers',
    kind: 'file',
    body: z
      .discriminatedUnion('kind', [
        templateText.extend({ kind: z.literal('text').optional(), values }),
        z.strictObject({ kind: z.literal('word'), proof: wordTemplateProof, values }),
      ])
      .meta({ id: 'PreviewTemplate' }),
    errors: [
      'TEMPLATE_PDF_GENERATION',
      'UPLOAD_PROOF_INVALID',
      'UPLOAD_HANDLE_FILES_ERROR',
      'UPLOAD_CONVERSOR_SERVICE_ERROR',
      'TOO_MANY_REQUESTS',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  previewFilledTemplate: {
    tag: 'Modelos',
    summary:
      'O PDF que um modelo de texto ou do Word daria com o que já se sabe do processo; o que nada preenche fica como foi escrito. Nada é guardado',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'file',
    params: templateParams,
    body: z
      .strictObject({ companyId: identifier.optional(), participants: filling, values })
      .meta({ id: 'PreviewFilledTemplate' }),
    errors: [
      ...OF_TEMPLATES,
      'TEMPLATE_PDF_GENERATION',
      'DOCUMENT_NOT_FOUND',
      'COMPANY_NOT_FOUND',
      'PERSON_NOT_FOUND',
      'UPLOAD_HANDLE_FILES_ERROR',
      'UPLOAD_CONVERSOR_SERVICE_ERROR',
      'TOO_MANY_REQUESTS',
    ],
  },
  fillTemplate: {
    tag: 'Modelos',
    summary:
      'Preenche o texto ou o documento do Word de um modelo com os dados da empresa, dos participantes e os valores dados, e devolve o PDF como prova de envio; um PDF guardado vem como está',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'query',
    status: 201,
    params: templateParams,
    body: z
      .strictObject({
        companyId: identifier,
        participants: filling,
        values,
      })
      .meta({ id: 'FillTemplate' }),
    answer: upload,
    errors: [
      ...OF_TEMPLATES,
      'TEMPLATE_PDF_GENERATION',
      'COMPANY_NOT_FOUND',
      'PERSON_NOT_FOUND',
      'UPLOAD_HANDLE_FILES_ERROR',
      'UPLOAD_CONVERSOR_SERVICE_ERROR',
    ],
  },
  useTemplate: {
    tag: 'Modelos',
    summary: 'Cria um processo de assinatura a partir de um modelo',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    status: 201,
    params: templateParams,
    body: z
      .strictObject({
        ...using,
        /** Of the filled text or Word document; a stored PDF needs none. */
        proof: uploadProof.optional(),
      })
      .meta({ id: 'UseTemplate' }),
    answer: createProcessAnswer,
    errors: [...createProcessErrors, 'TEMPLATE_NOT_FOUND', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
  createEnvelope: {
    tag: 'Modelos',
    summary: 'Cria um envelope: modelos numa ordem, enviados juntos',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    status: 201,
    body: envelopeFields.meta({ id: 'CreateEnvelope' }),
    answer: acknowledged.extend({ envelopeId: identifier }),
    errors: [
      'SINGLE_ITEM_GROUP',
      'DIFFERENT_GROUP_TYPE',
      'TEMPLATE_NOT_FOUND',
      'TAG_NOT_FOUND',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  editEnvelope: {
    tag: 'Modelos',
    summary: 'Substitui os dados de um envelope',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: envelopeParams,
    body: envelopeFields.meta({ id: 'EditEnvelope' }),
    answer: acknowledged,
    errors: [
      ...OF_ENVELOPES,
      'SINGLE_ITEM_GROUP',
      'DIFFERENT_GROUP_TYPE',
      'TEMPLATE_NOT_FOUND',
      'TAG_NOT_FOUND',
    ],
  },
  removeEnvelope: {
    tag: 'Modelos',
    summary: 'Remove um envelope; os modelos ficam',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: envelopeParams,
    answer: acknowledged,
    errors: [...OF_ENVELOPES],
  },
  listEnvelopes: {
    tag: 'Modelos',
    summary: 'Envelopes, com busca por nome ou descrição, e filtro por etiqueta',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    query: taggedList,
    answer: listOf(envelope),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  getEnvelope: {
    tag: 'Modelos',
    summary: 'Um envelope, com seus modelos',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    params: envelopeParams,
    query: minPosition.strict(),
    answer: envelope,
    errors: [...OF_ENVELOPES],
  },
  useEnvelope: {
    tag: 'Modelos',
    summary: 'Envia os modelos de um envelope juntos: um processo com todos, ou um para cada',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    status: 201,
    params: envelopeParams,
    body: z
      .strictObject({
        ...using,
        type: processType.default('single'),
        /** Of the filled texts and Word documents; stored PDFs need none. */
        proofs: z
          .array(z.strictObject({ templateId: identifier, proof: uploadProof }))
          .max(MAX_ENVELOPE_TEMPLATES)
          .default([]),
      })
      .meta({ id: 'UseEnvelope' }),
    answer: createProcessAnswer,
    errors: [
      ...createProcessErrors,
      'ENVELOPE_NOT_FOUND',
      'TEMPLATE_NOT_FOUND',
      'DIFFERENT_GROUP_TYPE',
      'AUTH_USER_WITHOUT_PERMISSION',
    ],
  },
});
