import { z } from 'zod';

import {
  cpf,
  identifier,
  markDrawing,
  markStyle,
  oneTimeCode,
  paragraph,
  personForm,
  sha256,
  signatureId,
  validationCode,
} from '../../fields.ts';
import { DECLARATION_VERSIONS } from '../../legal/at-request.ts';
import { TERMS_VERSIONS } from '../../legal/terms.ts';
import { MAX_OPTIONS, MAX_OPTION_LENGTH, MAX_REASON_LENGTH, MAX_SIGNATURES_AT_ONCE } from '../../limits.ts';
import { LANGUAGES } from '../../text/languages.ts';
import { defineOperations } from '../operation.ts';
import {
  acknowledged,
  minPosition,
  signedFiles,
  signingRequest,
  validation,
  validationByCode,
} from '../shapes/index.ts';

const outcome = z.object({ signatureId, status: z.enum(['signed', 'rejected']) });

export const signingOperations = defineOperations({
  listSignatures: {
    tag: 'Assinatura',
    summary: 'O que a pessoa foi convidada a assinar',
    allow: 'participants',
    kind: 'query',
    query: minPosition.strict(),
    answer: z.object({
      items: z.array(signingRequest),
      /** Where others sign first: no more of these is disclosed before the person's turn. */
      later: z.array(z.object({ processId: identifier, tenantName: z.string(), requesterName: z.string() })),
    }),
    errors: [],
  },
  recordReading: {
    tag: 'Assinatura',
    summary: 'Registra que o documento foi mostrado à pessoa, e que ela o leu',
    allow: 'participants',
    kind: 'command',
    body: z
      .strictObject({
        signatureId,
        /** Of the bytes that were shown. */
        documentSha256: sha256,
        /** Absent: it was opened, and not read yet. */
        read: z
          .strictObject({
            /** Pages that were on the screen. */
            pagesShown: z.number().int().nonnegative(),
            /** Not every page was shown, and the person declared to have read the document. */
            declared: z.boolean(),
          })
          .optional(),
      })
      .meta({ id: 'RecordReading' }),
    answer: acknowledged,
    errors: [
      'AUTH_PERSON_NO_AUTHORIZATION',
      'SIGNER_NOT_FOUND',
      'IS_NOT_SIGNER',
      'IS_NOT_SIGNATORY',
      'NOT_YOUR_TURN',
      'DEADLINE_PASSED',
      'DOCUMENT_HASH_MISMATCH',
      'NO_SIGNATUREID_PROVIDED',
    ],
    fieldCodes: { signatureId: 'NO_SIGNATUREID_PROVIDED' },
  },
  sign: {
    tag: 'Assinatura',
    summary: 'Assina um ou mais documentos pendentes num só ato',
    allow: 'participants',
    kind: 'command',
    body: z
      .strictObject({
        signatures: z
          .array(
            z.strictObject({
              signatureId,
              documentId: identifier,
              documentSha256: sha256,
              /** Options chosen, where the document asks for some. */
              selection: z.array(z.string().trim().max(MAX_OPTION_LENGTH)).max(MAX_OPTIONS).optional(),
            }),
          )
          .min(1, 'Informe ao menos uma assinatura')
          .max(MAX_SIGNATURES_AT_ONCE, `No máximo ${MAX_SIGNATURES_AT_ONCE} assinaturas num só ato`),
        consent: z.strictObject({
          accepted: z.literal(true, 'É preciso aceitar os termos'),
          /** A published text: no other is consent. */
          termsVersion: z.enum(TERMS_VERSIONS, 'Não há esta versão dos termos'),
          /** That the text was shown in; the Portuguese, which binds, stands beside a translation. */
          language: z.enum(LANGUAGES, 'Os termos não existem nesta língua').optional(),
        }),
        /** Of what `declaration` of the signing request asks for, made for every signature of this act that asks for it. */
        declarationVersion: z.enum(DECLARATION_VERSIONS, 'Não há esta versão da declaração').optional(),
        /** How the signature looks on the evidence pages: the name in a style, or drawn. It proves nothing. */
        mark: z
          .discriminatedUnion('style', [
            z.strictObject({ style: markStyle.exclude(['drawn']) }),
            z.strictObject({ style: z.literal('drawn'), drawing: markDrawing }),
          ])
          .optional(),
        /** Where a process asks for one at every act: what `requestActCode` sent. */
        code: oneTimeCode.optional(),
        /** Where a process asks for the person's face: what `proveFace` answered. */
        face: z.string().max(8192).optional(),
      })
      .meta({ id: 'Sign' }),
    answer: acknowledged.extend({ signatures: z.array(outcome) }),
    errors: [
      'AUTH_PERSON_NO_AUTHORIZATION',
      'SIGNER_NOT_FOUND',
      'IS_NOT_SIGNER',
      'IS_NOT_SIGNATORY',
      'SIGNATURE_NOT_PENDING',
      'DOCUMENT_NOT_PENDING',
      'PERSON_ALREADY_SIGNED',
      'NOT_YOUR_TURN',
      'DEADLINE_PASSED',
      'DOCUMENT_HASH_MISMATCH',
      'NO_SELECTION_PROVIDED',
      'MORE_LESS_SELECTION',
      'INVALID_SELECTION',
      'NO_SIGNATUREID_PROVIDED',
      'NO_SIGNATURESID_PROVIDED',
      'NO_DOCUMENTID_PROVIDED',
      'TERMS_SIGNATURE_EVENT_ERROR',
      'SIGNATURE_EVENT_ERROR',
      'SIGNATURE_QUEUE_ERROR',
      'GEOLOCATION_DATA_INVALID',
      'AT_REQUEST_DECLARATION_REQUIRED',
      'SIGNING_CODE_REQUIRED',
      'AUTH_DEVICE_VALIDATION_ERROR',
      'FACE_PROOF_REQUIRED',
      'FACE_PROOF_INVALID',
    ],
    fieldCodes: {
      signatures: 'NO_SIGNATURESID_PROVIDED',
      'signatures.*.signatureId': 'NO_SIGNATUREID_PROVIDED',
      'signatures.*.documentId': 'NO_DOCUMENTID_PROVIDED',
      consent: 'TERMS_SIGNATURE_EVENT_ERROR',
      'consent.*': 'TERMS_SIGNATURE_EVENT_ERROR',
    },
  },
  reject: {
    tag: 'Assinatura',
    summary: 'Recusa assinar, com o motivo',
    allow: 'participants',
    kind: 'command',
    body: z
      .strictObject({
        signatureIds: z
          .array(signatureId)
          .min(1, 'Informe ao menos uma assinatura')
          .max(MAX_SIGNATURES_AT_ONCE, `No máximo ${MAX_SIGNATURES_AT_ONCE} assinaturas num só ato`),
        reason: paragraph(MAX_REASON_LENGTH).default(''),
      })
      .meta({ id: 'Reject' }),
    answer: acknowledged.extend({ signatures: z.array(outcome) }),
    errors: [
      'AUTH_PERSON_NO_AUTHORIZATION',
      'SIGNER_NOT_FOUND',
      'IS_NOT_SIGNER',
      'IS_NOT_SIGNATORY',
      'SIGNATURE_NOT_PENDING',
      'DOCUMENT_NOT_PENDING',
      'NOT_YOUR_TURN',
      'DEADLINE_PASSED',
      'NO_REJECT_REASON_PROVIDED',
      'NO_SIGNATUREID_PROVIDED',
      'NO_SIGNATURESID_PROVIDED',
      'SIGNATURE_EVENT_ERROR',
      'SIGNATURE_QUEUE_ERROR',
    ],
    fieldCodes: { signatureIds: 'NO_SIGNATURESID_PROVIDED', 'signatureIds.*': 'NO_SIGNATUREID_PROVIDED' },
  },
  delegateSignature: {
    tag: 'Assinatura',
    summary:
      'Encaminha a quem deve assinar no lugar da pessoa o que ela ainda não assinou num processo que o permite; quem já está cadastrado é convidado no contato do cadastro',
    allow: 'participants',
    kind: 'command',
    emptyIsAbsent: true,
    body: z
      .strictObject({
        processId: identifier,
        cpf,
        ...personForm.pick({ name: true, email: true, cellphoneNumber: true }).shape,
        reason: paragraph(MAX_REASON_LENGTH).optional(),
      })
      .meta({ id: 'DelegateSignature' }),
    answer: acknowledged,
    errors: [
      'SIGNATURE_PROCESS_NOT_FOUND',
      'SIGNER_NOT_FOUND',
      'AUTH_PERSON_NO_AUTHORIZATION',
      'DELEGATION_NOT_ALLOWED',
      'CHANGE_SIGNER_SIGNATORY_ERROR',
      'SIGNATURE_NOT_PENDING',
      'NOT_YOUR_TURN',
      'DEADLINE_PASSED',
      'CPF_DUPLICITY',
      'AT_REQUEST_NOT_ALLOWED',
      'PERSON_NOT_FOUND',
      'PERSON_CREATION_ERROR',
      'EMAIL_NOT_AVAILABLE',
      'PHONENUMBER_NOT_AVAILABLE',
      'TOO_MANY_REQUESTS',
    ],
  },
  validateDocument: {
    tag: 'Validação',
    summary: 'Confere um PDF (multipart, campo "file"); o arquivo não é guardado',
    allow: 'anyone',
    kind: 'upload',
    answer: validation,
    errors: [
      'NO_FILES_UPLOADED',
      'UPLOAD_NOT_ALLOWED_FILES',
      'UPLOAD_TOO_LARGE',
      'TENANT_MOVED',
      'TOO_MANY_REQUESTS',
    ],
  },
  validateByCode: {
    tag: 'Validação',
    summary: 'O que se sabe do documento com este código de validação',
    allow: 'anyone',
    kind: 'query',
    params: z.strictObject({ code: validationCode }),
    /** As ITI's validator asks: an answer of its own media type, which leads to the file. */
    query: z.strictObject({
      _format: z.literal('application/validador-iti+json').optional(),
      _secretCode: z.string().max(20).optional(),
    }),
    answer: z.union([validationByCode, signedFiles]),
    errors: ['DOCUMENT_VALIDATION_DATA_NOT_FOUND', 'TENANT_MOVED', 'TOO_MANY_REQUESTS'],
  },
  downloadByCode: {
    tag: 'Validação',
    summary: 'O PDF selado, para quem tem o documento: o código e o segredo impresso ao lado dele',
    allow: 'anyone',
    kind: 'file',
    params: z.strictObject({ code: validationCode }),
    query: z.strictObject({ _secretCode: z.string().max(20) }),
    errors: ['DOCUMENT_VALIDATION_DATA_NOT_FOUND', 'TENANT_MOVED', 'TOO_MANY_REQUESTS'],
  },
});
