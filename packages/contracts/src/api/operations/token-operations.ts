import { z } from 'zod';

import { identifier, lineOrBlank, network, role, timestamp } from '../../fields.ts';
import {
  DEFAULT_TOKEN_DAYS,
  MAX_LINE_LENGTH,
  MAX_TOKEN_DAYS,
  MAX_TOKEN_NETWORKS,
  MIN_TOKEN_DESCRIPTION_LENGTH,
} from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { scope } from '../scopes.ts';
import { acknowledged, listOf, listQuery } from '../shapes/index.ts';

const apiToken = z
  .object({
    tokenId: identifier,
    description: z.string(),
    issuer: z.object({ userId: identifier, name: z.string().nullable() }),
    /** What its issuer was when it was issued: it does no more, nor more than what they are now. */
    role,
    scopes: z.array(scope),
    /** CIDR blocks that it is accepted from; empty: from everywhere. */
    networks: z.array(z.string()),
    status: z.enum(['active', 'expired', 'revoked']),
    createdAt: timestamp,
    /** Null: until it is revoked. */
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
    /** To the minute; null when it was never used. */
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiToken' });

export const tokenOperations = defineOperations({
  createToken: {
    tag: 'Tokens',
    summary:
      'Cria um token de API logo depois de entrar, mostrado só nesta resposta; ele age em nome de quem o cria',
    allow: 'members-in-person',
    kind: 'command',
    status: 201,
    body: z
      .strictObject({
        /** Blank and too short are separate refusals. */
        description: lineOrBlank(MAX_LINE_LENGTH, {
          least: MIN_TOKEN_DESCRIPTION_LENGTH,
          message: 'Descrição muito curta',
        }),
        scopes: z
          .array(scope, 'Escolha ao menos um escopo')
          .min(1, 'Escolha ao menos um escopo')
          .transform((chosen) => [...new Set(chosen)]),
        /** Networks that it is accepted from; without any, from everywhere. */
        networks: z
          .array(network)
          .max(MAX_TOKEN_NETWORKS, `No máximo ${MAX_TOKEN_NETWORKS} redes`)
          .default([]),
        /** Days that it lives, 365 unless given; null: until it is revoked. */
        days: z
          .number()
          .int('Informe os dias em números inteiros')
          .min(1, 'Informe ao menos 1 dia')
          .max(MAX_TOKEN_DAYS, `No máximo ${MAX_TOKEN_DAYS} dias`)
          .nullable()
          .default(DEFAULT_TOKEN_DAYS),
      })
      .meta({ id: 'CreateToken' }),
    answer: acknowledged.extend({
      tokenId: identifier,
      token: z.string(),
      expiresAt: timestamp.nullable(),
    }),
    errors: [
      'AUTH_TOKEN_REVOKED',
      'RECENT_SIGN_IN_REQUIRED',
      'EMPTY_DESCRIPTION',
      'AUTH_METHOD_NOT_ALLOWED',
      'TOO_MANY_REQUESTS',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  listTokens: {
    tag: 'Tokens',
    summary: 'Tokens de API: os próprios; para administradores e gerentes, os da conta',
    allow: 'members-own',
    scope: 'read',
    kind: 'query',
    query: listQuery
      .extend({ filter: z.enum(['all', 'active', 'expired', 'revoked']).default('all') })
      .strict(),
    answer: listOf(apiToken),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  revokeToken: {
    tag: 'Tokens',
    summary: 'Revoga um token de API: o próximo pedido com ele já é recusado',
    allow: 'members-in-person',
    kind: 'command',
    params: z.strictObject({ tokenId: identifier }),
    answer: acknowledged,
    errors: [
      'TOKEN_NOT_FOUND',
      'AUTH_PERMISSION_EDIT_ADMIN_USER',
      'AUTH_METHOD_NOT_ALLOWED',
      'AUTH_USER_WITHOUT_PERMISSION',
    ],
  },
});
