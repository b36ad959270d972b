import { z } from 'zod';

import {
  codeChannel,
  contactChoiceId,
  cpf,
  identifier,
  line,
  oneTimeCode,
  timestamp,
  totemLanguage,
} from '../../fields.ts';
import { MAX_DEVICE_NAME_LENGTH } from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged, minPosition, sentCode, signingSession } from '../shapes/index.ts';

/** A tablet of the tenant at which people sign, one after another: a session of a totem user, by the name it was given. */
const totem = z
  .object({
    totemId: identifier,
    name: z.string(),
    user: z.object({ userId: identifier, name: z.string().nullable() }),
    registeredAt: timestamp,
    /** To the minute; null when it has not been heard of since. */
    lastSeenAt: timestamp.nullable(),
    /** From when on it is refused; null while it is in service. */
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'Totem' });

/** Tablets at which people sign in person, and how people come in there. */
export const totemOperations = defineOperations({
  registerTotem: {
    tag: 'Totens',
    summary: 'Põe em serviço, com um nome, o aparelho em que o usuário de totem entrou',
    allow: 'totems',
    kind: 'command',
    status: 201,
    body: z
      .strictObject({ name: line('o nome do totem', MAX_DEVICE_NAME_LENGTH) })
      .meta({ id: 'RegisterTotem' }),
    answer: acknowledged.extend({ totemId: identifier, name: z.string() }),
    errors: ['AUTH_TOKEN_REVOKED', 'AUTH_USER_WITHOUT_PERMISSION', 'CLASS_VALIDATION_ERROR'],
  },
  currentTotem: {
    tag: 'Totens',
    summary: 'O totem que é este aparelho, se já está em serviço; anota que ele foi visto',
    allow: 'totems',
    kind: 'session',
    answer: z.object({
      totem: z.object({ totemId: identifier, name: z.string() }).nullable(),
      language: totemLanguage,
    }),
    errors: ['AUTH_TOKEN_REVOKED', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
  requestTotemCode: {
    tag: 'Totens',
    summary:
      'Envia um código de uso único a quem vai assinar no totem; responde o mesmo quando ninguém tem o CPF',
    allow: 'totems',
    kind: 'session',
    status: 202,
    body: z.strictObject({
      cpf,
      channel: codeChannel.default('email'),
      /** Which of several contacts, as an earlier answer named them. */
      contact: contactChoiceId.optional(),
    }),
    answer: sentCode,
    errors: [
      'DEVICE_NOT_FOUND',
      'AUTH_METHOD_NOT_ALLOWED',
      'AUTH_TOKEN_REVOKED',
      'TOO_MANY_REQUESTS',
      'AUTH_USER_WITHOUT_PERMISSION',
    ],
  },
  openTotemSession: {
    tag: 'Totens',
    summary:
      'Devolve o token de quem vai assinar no totem, com o CPF e o código; vale enquanto o totem valer',
    allow: 'totems',
    kind: 'session',
    body: z.strictObject({ cpf, code: oneTimeCode }),
    answer: signingSession,
    errors: [
      'DEVICE_NOT_FOUND',
      'AUTH_DEVICE_VALIDATION_ERROR',
      'AUTH_TOKEN_REVOKED',
      'TOO_MANY_REQUESTS',
      'AUTH_USER_WITHOUT_PERMISSION',
    ],
  },
  listTotems: {
    tag: 'Totens',
    summary: 'Totens da conta, do registrado por último ao primeiro',
    allow: 'stewards',
    scope: 'read',
    kind: 'query',
    query: minPosition,
    answer: z.object({ items: z.array(totem) }),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  revokeTotem: {
    tag: 'Totens',
    summary: 'Tira um totem de serviço: o próximo pedido dele, ou de quem assina nele, já é recusado',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    params: z.strictObject({ uid: identifier, totemId: identifier }),
    answer: acknowledged,
    errors: ['DEVICE_NOT_FOUND', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
});
