import { z } from 'zod';

import { webhookEventType } from '../../feed/index.ts';
import { identifier, lineOrBlank, timestamp } from '../../fields.ts';
import {
  MAX_LINE_LENGTH,
  MAX_URL_LENGTH,
  MAX_WEBHOOKS,
  WEBHOOK_DELIVERY_DAYS,
  WEBHOOK_FORMER_SECRET_HOURS,
} from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged, listOf, listQuery, minPosition } from '../shapes/index.ts';

const webhookParams = z.strictObject({ webhookId: identifier });

const settings = z.strictObject({
  /** https, or http to this machine where the platform allows that. */
  url: z
    .string('Informe o endereço')
    .trim()
    .min(1, 'Informe o endereço')
    .max(MAX_URL_LENGTH, `No máximo ${MAX_URL_LENGTH} caracteres`),
  description: lineOrBlank(MAX_LINE_LENGTH).default(''),
  /** Types of the event feed that are sent; empty for all that webhooks are sent, later ones too. */
  eventTypes: z.array(webhookEventType).max(200).default([]),
});

/** The secret signs what is sent (HMAC-SHA256, Standard Webhooks); it is shown in this answer alone. */
const secret = z.string().meta({ description: 'Começa com whsec_; mostrado só nesta resposta' });

const webhook = z
  .object({
    webhookId: identifier,
    ...settings.shape,
    eventTypes: z.array(z.string()),
    /** disabled: it failed for days, and nothing more is kept for it until it is resumed. */
    status: z.enum(['active', 'paused', 'disabled']),
    createdAt: timestamp,
    /** Since when nothing has come through; null when the last thing sent did. */
    failingSince: timestamp.nullable(),
    /** What still waits to be sent. */
    pending: z.number().int(),
    dead: z.number().int(),
  })
  .meta({ id: 'Webhook' });

const webhookDelivery = z
  .object({
    eventId: identifier,
    eventType: z.string(),
    occurredAt: timestamp,
    /** dead: given up after 24 hours; it can be sent again by hand. */
    status: z.enum(['pending', 'delivered', 'dead']),
    attempts: z.number().int(),
    lastAttemptAt: timestamp.nullable(),
    /** HTTP status of the last answer; null when there was none. */
    lastStatus: z.number().int().nullable(),
    lastProblem: z.string().nullable(),
    nextAttemptAt: timestamp.nullable(),
    deliveredAt: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

/** Of a session; an API token was issued by a recent one. */
const RECENT = ['AUTH_TOKEN_REVOKED', 'RECENT_SIGN_IN_REQUIRED'] as const;
const FORBIDDEN = ['AUTH_USER_WITHOUT_PERMISSION'] as const;
const NAMED = ['WEBHOOK_NOT_FOUND', ...FORBIDDEN] as const;

export const webhookOperations = defineOperations({
  createWebhook: {
    tag: 'Integração',
    summary: `Cadastra um endereço que recebe os eventos da conta (Standard Webhooks), no máximo ${MAX_WEBHOOKS} por conta; o segredo é mostrado só aqui. Numa sessão, logo depois de entrar`,
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    status: 201,
    body: settings.meta({ id: 'CreateWebhook' }),
    answer: acknowledged.extend({ webhookId: identifier, secret }),
    errors: [
      'WEBHOOK_ADDRESS_NOT_ALLOWED',
      'WEBHOOK_LIMIT_REACHED',
      'EMAIL_NOT_VERIFIED',
      ...RECENT,
      ...FORBIDDEN,
      'CLASS_VALIDATION_ERROR',
    ],
  },
  editWebhook: {
    tag: 'Integração',
    summary: 'Substitui endereço, descrição e tipos de um webhook; numa sessão, logo depois de entrar',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    params: webhookParams,
    body: settings.meta({ id: 'EditWebhook' }),
    answer: acknowledged,
    errors: ['WEBHOOK_ADDRESS_NOT_ALLOWED', ...RECENT, ...NAMED, 'CLASS_VALIDATION_ERROR'],
  },
  pauseWebhook: {
    tag: 'Integração',
    summary: 'Pausa um webhook: o que acontecer fica guardado até ele ser retomado',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    params: webhookParams,
    answer: acknowledged,
    errors: NAMED,
  },
  resumeWebhook: {
    tag: 'Integração',
    summary: 'Retoma um webhook pausado ou desativado por falhas',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    params: webhookParams,
    answer: acknowledged,
    errors: NAMED,
  },
  rotateWebhookSecret: {
    tag: 'Integração',
    summary: `Troca o segredo, numa sessão logo depois de entrar; por ${WEBHOOK_FORMER_SECRET_HOURS} horas o anterior também assina`,
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    params: webhookParams,
    answer: acknowledged.extend({ secret, previousUntil: timestamp }),
    errors: [...RECENT, ...NAMED],
  },
  removeWebhook: {
    tag: 'Integração',
    summary: 'Remove um webhook e o que ainda esperava envio',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    params: webhookParams,
    answer: acknowledged,
    errors: NAMED,
  },
  replayWebhookDelivery: {
    tag: 'Integração',
    summary: 'Envia um evento de novo, com o mesmo webhook-id; vale para o que consta da lista de envios',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    status: 202,
    params: webhookParams.extend({ eventId: identifier }),
    answer: acknowledged,
    errors: ['WEBHOOK_DELIVERY_NOT_FOUND', ...NAMED],
  },
  listWebhooks: {
    tag: 'Integração',
    summary: 'Os webhooks da conta, o mais novo primeiro',
    allow: 'stewards',
    scope: 'read',
    kind: 'query',
    query: listQuery.omit({ search: true }).strict(),
    answer: listOf(webhook),
    errors: FORBIDDEN,
  },
  getWebhook: {
    tag: 'Integração',
    summary: 'Um webhook',
    allow: 'stewards',
    scope: 'read',
    kind: 'query',
    params: webhookParams,
    query: minPosition.strict(),
    answer: webhook,
    errors: NAMED,
  },
  listWebhookDeliveries: {
    tag: 'Integração',
    summary: `O que foi enviado a um webhook nos últimos ${WEBHOOK_DELIVERY_DAYS} dias, o mais novo primeiro, e no que deu`,
    allow: 'stewards',
    scope: 'read',
    kind: 'query',
    params: webhookParams,
    query: listQuery
      .omit({ search: true })
      .extend({ filter: z.enum(['all', 'pending', 'delivered', 'dead']).default('all') })
      .strict(),
    answer: listOf(webhookDelivery),
    errors: NAMED,
  },
});
