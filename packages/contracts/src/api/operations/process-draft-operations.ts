import { z } from 'zod';

import { identifier, timestamp } from '../../fields.ts';
import { MAX_PAGE_SIZE, MAX_PROCESS_DRAFTS } from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import {
  invitationPreview,
  listOf,
  processDraft,
  processDraftContent,
  processDraftSummary,
} from '../shapes/index.ts';

const draftParams = z.strictObject({ draftId: identifier });

const savedDraft = z.object({
  draftId: identifier,
  revision: z.number().int().positive(),
  changedAt: timestamp,
});

export const processDraftOperations = defineOperations({
  saveProcessDraft: {
    tag: 'Processos',
    summary: `Guarda um processo ainda em preparo, sob o identificador que quem chama escolhe; no máximo ${MAX_PROCESS_DRAFTS} por usuário. "revision" é a que foi lida, ou 0 na primeira vez: se outra já foi guardada, nada muda`,
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    params: draftParams,
    body: z
      .strictObject({ revision: z.number().int().nonnegative(), content: processDraftContent })
      .meta({ id: 'SaveProcessDraft' }),
    answer: savedDraft,
    errors: [
      'PROCESS_DRAFT_NOT_FOUND',
      'PROCESS_DRAFT_CHANGED',
      'PROCESS_DRAFT_LIMIT_REACHED',
      'COMPANY_NOT_FOUND',
      'PERSON_NOT_FOUND',
      'UPLOAD_PROOF_INVALID',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  listProcessDrafts: {
    tag: 'Processos',
    summary:
      'Processos em preparo, do mudado por último ao primeiro: os das empresas ao alcance e os próprios sem empresa',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
    }),
    answer: listOf(processDraftSummary),
    errors: [],
  },
  getProcessDraft: {
    tag: 'Processos',
    summary: 'Um processo em preparo, com provas de envio novas e o que ele cita como está agora',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    params: draftParams,
    answer: processDraft,
    errors: ['PROCESS_DRAFT_NOT_FOUND'],
  },
  previewInvitation: {
    tag: 'Processos',
    summary:
      'O convite que uma pessoa receberia se o processo em preparo fosse enviado agora: o email e o que o link dele mostra',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    params: draftParams.extend({ personId: identifier }).strict(),
    answer: invitationPreview,
    errors: ['PROCESS_DRAFT_NOT_FOUND', 'COMPANY_NOT_FOUND', 'PERSON_NOT_FOUND'],
  },
  duplicateProcess: {
    tag: 'Processos',
    summary:
      'Começa um processo em preparo igual a outro: mesmos documentos, empresa e pessoas, convidadas como estão no cadastro agora; sem prazo',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    params: z.strictObject({ processId: identifier }),
    answer: savedDraft,
    errors: ['SIGNATURE_PROCESS_NOT_FOUND', 'PROCESS_DRAFT_LIMIT_REACHED'],
  },
  removeProcessDraft: {
    tag: 'Processos',
    summary: 'Descarta um processo em preparo; não há volta',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    params: draftParams,
    answer: z.object({ draftId: identifier }),
    errors: ['PROCESS_DRAFT_NOT_FOUND'],
  },
});
