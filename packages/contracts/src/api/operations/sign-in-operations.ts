import { z } from 'zod';

import { email, identifier, oneTimeCode, phone } from '../../fields.ts';
import { defineOperations } from '../operation.ts';
import { signInOptions } from '../shapes/identity-shapes.ts';
import { sentCode, session } from '../shapes/index.ts';

/** Where a message or a provider leads back to; one of the authorised domains. By default the product's own page. */
const redirectTo = z
  .url({ protocol: /^https?$/, error: 'Endereço inválido' })
  .max(2048)
  .optional();
/** Of a link that was mailed. */
const linkSecret = z.string('Link inválido').min(1).max(200);
/** What the browser's `navigator.credentials` answered, in the form of its `toJSON()` (WebAuthn Level 3 §5.1). */
const credential = z.looseObject({
  id: z.string().max(2048),
  rawId: z.string().max(2048),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(8192) }),
});
const options = z.looseObject({ challenge: z.string() });
/** What any way of coming in may be refused with once who it is is clear. */
const WHO = [
  'AUTH_USER_INACTIVE',
  'TENANT_INACTIVE',
  'TENANT_MOVING',
  'TENANT_MOVED',
  'AUTH_ENV_JWTKEY_NOT_FOUND',
] as const;
const FIRST_FACTOR = [...WHO, 'SECOND_FACTOR_REQUIRED', 'TOO_MANY_REQUESTS'] as const;
/** Never discloses whether an address is registered. */
const sentMaybe = z.object({ expiresInSeconds: z.number().int() });

/** How users come in, besides e-mail and password. */
export const signInOperations = defineOperations({
  signInOptions: {
    tag: 'Acesso',
    summary: 'Como se pode entrar nesta instalação, o que uma senha precisa ter e os domínios autorizados',
    allow: 'anyone',
    kind: 'session',
    answer: signInOptions,
    errors: [],
  },
  sendSecondFactorCode: {
    tag: 'Acesso',
    summary: 'Envia por SMS o código do segundo fator',
    allow: 'anyone',
    kind: 'session',
    status: 202,
    body: z.strictObject({ challenge: linkSecret, factorId: identifier }),
    answer: sentCode,
    errors: [
      'SECOND_FACTOR_INVALID',
      'TENANT_MOVING',
      'TENANT_MOVED',
      'AUTH_METHOD_NOT_ALLOWED',
      'TOO_MANY_REQUESTS',
      'SMS_NOT_SENT',
    ],
  },
  finishSecondFactor: {
    tag: 'Acesso',
    summary: 'Conclui a entrada com o segundo fator, ou com um código de recuperação',
    allow: 'anyone',
    kind: 'session',
    body: z.union([
      z.strictObject({ challenge: linkSecret, factorId: identifier, code: oneTimeCode }),
      z.strictObject({ challenge: linkSecret, recoveryCode: z.string('Informe o código').min(1).max(40) }),
    ]),
    answer: session,
    errors: [...WHO, 'SECOND_FACTOR_INVALID', 'TOO_MANY_REQUESTS'],
  },
  requestSignInLink: {
    tag: 'Acesso',
    summary: 'Envia um link de entrada por email; a resposta é a mesma para quem não tem conta',
    allow: 'anyone',
    kind: 'session',
    status: 202,
    body: z.strictObject({ email, redirectTo }),
    answer: sentMaybe,
    errors: ['REDIRECT_NOT_AUTHORIZED', 'TOO_MANY_REQUESTS'],
  },
  openSignInLink: {
    tag: 'Acesso',
    summary: 'Entra com o segredo do link; vale uma vez',
    allow: 'anyone',
    kind: 'session',
    body: z.strictObject({ link: linkSecret }),
    answer: session,
    errors: [...FIRST_FACTOR, 'LINK_INVALID'],
  },
  startGoogleSignIn: {
    tag: 'Acesso',
    summary: 'Começa a entrada pelo Google: devolve o endereço para onde ir',
    allow: 'anyone',
    kind: 'session',
    body: z.strictObject({ redirectTo }),
    answer: z.object({ url: z.string() }),
    errors: [
      'AUTH_METHOD_NOT_ALLOWED',
      'REDIRECT_NOT_AUTHORIZED',
      'IDENTITY_PROVIDER_UNAVAILABLE',
      'TOO_MANY_REQUESTS',
    ],
  },
  finishGoogleSignIn: {
    tag: 'Acesso',
    summary: 'Conclui a entrada pelo Google com os parâmetros que ele devolveu',
    allow: 'anyone',
    kind: 'session',
    cookie: 'lacre_google',
    /** The query of the address that the provider led back to, as it is. */
    body: z.strictObject({ callback: z.string().min(1).max(8192) }),
    answer: session,
    errors: [
      ...FIRST_FACTOR,
      'AUTH_METHOD_NOT_ALLOWED',
      'GOOGLE_SIGN_IN_FAILED',
      'IDENTITY_PROVIDER_UNAVAILABLE',
    ],
  },
  requestPhoneCode: {
    tag: 'Acesso',
    summary:
      'Envia um código ao telefone confirmado de um usuário; a resposta é a mesma para qualquer número',
    allow: 'anyone',
    kind: 'session',
    status: 202,
    body: z.strictObject({ phoneNumber: phone }),
    answer: sentMaybe,
    errors: ['AUTH_METHOD_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
  },
  openPhoneSession: {
    tag: 'Acesso',
    summary: 'Entra com o código enviado ao telefone',
    allow: 'anyone',
    kind: 'session',
    body: z.strictObject({ phoneNumber: phone, code: oneTimeCode }),
    answer: session,
    errors: [...FIRST_FACTOR, 'AUTH_DEVICE_VALIDATION_ERROR'],
  },
  startPasskeySignIn: {
    tag: 'Acesso',
    summary: 'Começa a entrada por chave de acesso (passkey)',
    allow: 'anyone',
    kind: 'session',
    answer: z.object({ challenge: z.string(), options }),
    errors: ['AUTH_METHOD_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
  },
  finishPasskeySignIn: {
    tag: 'Acesso',
    summary: 'Conclui a entrada por chave de acesso, que vale pelos dois fatores',
    allow: 'anyone',
    kind: 'session',
    body: z.strictObject({ challenge: linkSecret, credential }),
    answer: session,
    errors: [...WHO, 'AUTH_METHOD_NOT_ALLOWED', 'SIGN_IN_FAILED', 'TOO_MANY_REQUESTS'],
  },
  requestPasswordReset: {
    tag: 'Acesso',
    summary:
      'Envia por email um link para escolher outra senha; a resposta é a mesma para quem não tem conta',
    allow: 'anyone',
    kind: 'session',
    status: 202,
    body: z.strictObject({ email, redirectTo }),
    answer: sentMaybe,
    errors: ['REDIRECT_NOT_AUTHORIZED', 'TOO_MANY_REQUESTS'],
  },
  resetPassword: {
    tag: 'Acesso',
    summary: 'Escolhe outra senha com o segredo do link; encerra todas as sessões',
    allow: 'anyone',
    kind: 'session',
    status: 204,
    body: z.strictObject({
      link: linkSecret,
      password: z.string('Campo obrigatório').max(1000),
      /** Whether the API tokens that the user issued end with it. */
      revokeTokens: z.boolean().default(false),
    }),
    errors: [
      'LINK_INVALID',
      'AUTH_PASSWORD_VALIDATION',
      'AUTH_USER_INACTIVE',
      'TENANT_MOVING',
      'TENANT_MOVED',
      'TOO_MANY_REQUESTS',
    ],
  },
  /** By the account that asked for it alone: a link that a stranger is led to open proves nothing about the user who set it up. */
  confirmEmail: {
    tag: 'Acesso',
    summary: 'Confirma o email com o segredo do link, na sessão de quem o pediu',
    allow: 'oneself',
    kind: 'session',
    status: 204,
    body: z.strictObject({ link: linkSecret }),
    errors: ['AUTH_TOKEN_REVOKED', 'LINK_INVALID', 'TOO_MANY_REQUESTS'],
  },
});
