import { z } from 'zod';

import { HISTORY_OBJECT_KINDS } from '../../descriptions/history.ts';
import { CREDIT_KINDS, HISTORY_KINDS } from '../../descriptions/record-words.ts';
import { day, identifier, timestamp } from '../../fields.ts';
import { SECURITY_LOG_DAYS } from '../../limits.ts';
import { SECURITY_KINDS } from '../../security/security-log.ts';
import { defineOperations } from '../operation.ts';
import { listOf, listQuery } from '../shapes/index.ts';

/** Dates as people in Brasília mean them: both days belong to the period. */
const period = {
  initialDate: day.optional(),
  endDate: day.optional(),
};

const creditMovement = z
  .object({
    position: z.string(),
    at: timestamp,
    kind: z.enum(CREDIT_KINDS),
    amount: z.number().int(),
    /** Free to be reserved, and reserved, after it. */
    balance: z.number().int(),
    reserved: z.number().int(),
    reason: z.string().nullable(),
    process: z.object({ processId: identifier, summary: z.string().nullable() }).nullable(),
    document: z.object({ documentId: identifier, name: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'CreditMovement' });

const tenantEvent = z
  .object({
    position: z.string(),
    at: timestamp,
    kind: z.enum(HISTORY_KINDS),
    /** Type of the fact, as in `companyCreated`. */
    action: z.string(),
    /** How people read it, after who did it. */
    what: z.string(),
    who: z.object({
      kind: z.enum(['user', 'person', 'visitor', 'system']),
      id: identifier.nullable(),
      name: z.string().nullable(),
      /** The API token that they acted through. */
      tokenId: identifier.nullable(),
    }),
    reason: z.string().nullable(),
    /** What it is about, by ids: `processId`, `companyId`, `personId`, `userId` and the like. */
    subjects: z.record(z.string(), z.string()),
    /** Whom and what it is about, people first, by the names that they have today, or had when it happened. */
    objects: z.array(
      z.object({
        kind: z.enum(HISTORY_OBJECT_KINDS),
        id: z.string(),
        name: z.string().nullable(),
        /** The account still has it. */
        exists: z.boolean(),
      }),
    ),
    ip: z.string().nullable(),
  })
  .meta({ id: 'TenantEvent' });

const securityEvent = z
  .object({
    id: z.string(),
    at: timestamp,
    kind: z.enum(SECURITY_KINDS),
    /** What happened, in Portuguese. */
    what: z.string(),
    /** Of the API, where one was reached. */
    operation: z.string().nullable(),
    /** Of the refusal. */
    code: z.string().nullable(),
    who: z
      .object({
        kind: z.enum(['user', 'person']),
        id: identifier,
        name: z.string().nullable(),
        tokenId: identifier.nullable(),
      })
      .nullable(),
    /** The same for requests from one address (or /64 of IPv6), and leading to none. */
    source: z.string(),
    /** How often the same happened within seconds. */
    times: z.number().int().positive(),
  })
  .meta({ id: 'SecurityEvent' });

/** Registers are searched for names, and only so many of each are followed into the record. */
const searched = { searchIsPartial: z.boolean() };

const person = identifier
  .optional()
  .meta({ description: 'Usuário ou pessoa: quem fez, ou a quem se refere' });

const eventsQuery = listQuery.extend({
  ...period,
  kind: z.enum(HISTORY_KINDS).optional(),
  personId: person,
  processId: identifier.optional(),
});
const securityQuery = listQuery.extend({
  ...period,
  kind: z.enum(SECURITY_KINDS).optional(),
  personId: person,
});
const creditsQuery = listQuery.extend({
  ...period,
  kind: z.enum(CREDIT_KINDS).optional(),
  processId: identifier.optional(),
});

/** Of an export: everything that the list with the same filters has, on all its pages. */
const unpaged = { 'min-position': true, page: true, pageSize: true } as const;
export const exportFormat = {
  format: z.enum(['csv', 'json']).default('csv').meta({
    description:
      'csv: para planilhas (ponto e vírgula, UTF-8). json: cada linha com o SHA-256 da anterior e do seu conteúdo',
  }),
};
export const EXPORTED = ['text/csv', 'application/json'] as const;

/** What happened in an account: its lists, and the same as files. */
export const recordOperations = defineOperations({
  tenantEvents: {
    tag: 'Conta',
    summary: 'O que aconteceu na conta num período, do mais novo ao mais antigo, lido do registro de eventos',
    allow: 'stewards',
    scope: 'read',
    kind: 'query',
    query: eventsQuery.strict(),
    answer: listOf(tenantEvent).extend(searched),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  exportEvents: {
    tag: 'Conta',
    summary: 'Os eventos da conta num arquivo, com os filtros da lista',
    allow: 'stewards',
    scope: 'read',
    kind: 'file',
    mediaType: EXPORTED,
    query: eventsQuery.omit(unpaged).extend(exportFormat).strict(),
    errors: ['AUTH_USER_WITHOUT_PERMISSION', 'TOO_MANY_REQUESTS'],
  },
  securityEvents: {
    tag: 'Conta',
    summary: `Registro de segurança da conta: entradas, recusas, limites, mudanças de acesso e saídas de dados dos últimos ${SECURITY_LOG_DAYS} dias, do mais novo ao mais antigo`,
    allow: 'administrators',
    scope: 'read',
    kind: 'query',
    query: securityQuery.strict(),
    answer: listOf(securityEvent).extend(searched),
    errors: ['AUTH_USER_NOT_ADMIN'],
  },
  exportSecurityEvents: {
    tag: 'Conta',
    summary: 'O registro de segurança da conta num arquivo, com os filtros da lista',
    allow: 'administrators',
    scope: 'read',
    kind: 'file',
    mediaType: EXPORTED,
    query: securityQuery.omit(unpaged).extend(exportFormat).strict(),
    errors: ['AUTH_USER_NOT_ADMIN', 'TOO_MANY_REQUESTS'],
  },
  creditStatement: {
    tag: 'Conta',
    summary: 'Extrato de créditos: cada reserva, consumo e devolução, com seu processo e documento',
    allow: 'stewards',
    scope: 'read',
    kind: 'query',
    query: creditsQuery.omit({ search: true }).strict(),
    answer: listOf(creditMovement),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  exportCreditStatement: {
    tag: 'Conta',
    summary: 'O extrato de créditos num arquivo, com os filtros da lista',
    allow: 'stewards',
    scope: 'read',
    kind: 'file',
    mediaType: EXPORTED,
    query: creditsQuery
      .omit({ search: true, ...unpaged })
      .extend(exportFormat)
      .strict(),
    errors: ['AUTH_USER_WITHOUT_PERMISSION', 'TOO_MANY_REQUESTS'],
  },
});
