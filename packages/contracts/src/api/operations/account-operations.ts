import { z } from 'zod';

import { email, identifier, line, mobile, oneTimeCode } from '../../fields.ts';
import { EMAIL_UNDO_DAYS, MAX_DEVICE_NAME_LENGTH } from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { account, passkeyView, sessionView } from '../shapes/identity-shapes.ts';
import { sentCode } from '../shapes/index.ts';

const credential = z.looseObject({
  id: z.string().max(2048),
  rawId: z.string().max(2048),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: z.string().max(8192),
    attestationObject: z.string().max(65_536),
  }),
});
/** Of a link that was mailed. */
const linkProof = z.string('Link inválido').min(1).max(4096);
const newPassword = z.string('Campo obrigatório').max(1000);
/** Shown once. */
const recoveryCodes = z.array(z.string());
const SESSION = ['AUTH_TOKEN_REVOKED'] as const;
const RECENT = [...SESSION, 'RECENT_SIGN_IN_REQUIRED'] as const;

/** A user's changes to their own sign-in. Name, phone and photo are `editUser`'s. */
export const accountOperations = defineOperations({
  getAccount: {
    tag: 'Minha conta',
    summary: 'Como a própria pessoa entra: email, telefone, fatores e chaves de acesso',
    allow: 'oneself',
    kind: 'session',
    answer: account,
    errors: [...SESSION, 'AUTH_USER_NOT_FOUND'],
  },
  deleteAccount: {
    tag: 'Minha conta',
    summary: 'Remove o próprio usuário; o administrador da conta não pode ser removido',
    allow: 'oneself',
    kind: 'session',
    status: 204,
    errors: [...RECENT, 'AUTH_USER_NOT_FOUND', 'AUTH_PERMISSION_EDIT_ADMIN_USER', 'AUTH_USER_UPDATE_ERROR'],
  },
  changePassword: {
    tag: 'Minha conta',
    summary: 'Troca a senha, com a atual, logo depois de entrar; quem ainda não tem uma escolhe a primeira',
    allow: 'oneself',
    kind: 'session',
    status: 204,
    body: z.strictObject({
      currentPassword: z.string().max(1000).optional(),
      password: newPassword,
      /** Whether the API tokens that the user issued end with it. */
      revokeTokens: z.boolean().default(false),
    }),
    errors: [...RECENT, 'WRONG_CURRENT_PASSWORD', 'AUTH_PASSWORD_VALIDATION', 'TOO_MANY_REQUESTS'],
  },
  requestEmailChange: {
    tag: 'Minha conta',
    summary: 'Pede a troca do email: envia um link ao novo, que só vale depois de aberto',
    allow: 'oneself',
    kind: 'session',
    status: 202,
    body: z.strictObject({ email }),
    answer: sentCode,
    errors: [
      ...RECENT,
      'AUTH_USER_NOT_FOUND',
      'EMAIL_NOT_AVAILABLE',
      'AUTH_USER_DATA_VALIDATION',
      'MAIL_NOT_SENT',
      'TOO_MANY_REQUESTS',
    ],
  },
  cancelEmailChange: {
    tag: 'Minha conta',
    summary: 'Desiste da troca de email que espera confirmação',
    allow: 'oneself',
    kind: 'session',
    status: 204,
    errors: [...SESSION, 'AUTH_USER_NOT_FOUND'],
  },
  confirmEmailChange: {
    tag: 'Minha conta',
    summary: 'Confirma o novo email com o link enviado a ele, na sessão de quem é a conta',
    allow: 'oneself',
    kind: 'session',
    status: 204,
    body: z.strictObject({ link: linkProof }),
    errors: [
      ...SESSION,
      'AUTH_USER_NOT_FOUND',
      'LINK_INVALID',
      'EMAIL_NOT_AVAILABLE',
      'AUTH_USER_UPDATE_ERROR',
      'TOO_MANY_REQUESTS',
    ],
  },
  /** Needs no session: the link mailed to the former address is the credential. */
  undoEmailChange: {
    tag: 'Acesso',
    summary: `Desfaz a troca do email com o link enviado ao anterior, até ${EMAIL_UNDO_DAYS} dias depois; a senha e os tokens deixam de valer`,
    allow: 'anyone',
    kind: 'session',
    body: z.strictObject({ link: linkProof }),
    /** The secret by which another password is chosen at once. */
    answer: z.object({ passwordLink: z.string() }),
    errors: [
      'LINK_INVALID',
      'AUTH_USER_NOT_FOUND',
      'AUTH_USER_INACTIVE',
      'TENANT_MOVING',
      'TENANT_MOVED',
      'AUTH_USER_UPDATE_ERROR',
      'TOO_MANY_REQUESTS',
    ],
  },
  requestEmailVerification: {
    tag: 'Minha conta',
    summary: 'Envia um link que confirma o email',
    allow: 'oneself',
    kind: 'session',
    status: 202,
    answer: sentCode,
    errors: [...SESSION, 'MAIL_NOT_SENT', 'TOO_MANY_REQUESTS'],
  },
  requestPhoneVerification: {
    tag: 'Minha conta',
    summary: 'Envia um código ao telefone do cadastro, para entrar por ele depois',
    allow: 'oneself',
    kind: 'session',
    status: 202,
    answer: sentCode,
    errors: [
      ...SESSION,
      'AUTH_USER_DATA_VALIDATION',
      'AUTH_METHOD_NOT_ALLOWED',
      'EMAIL_NOT_VERIFIED',
      'SMS_NOT_SENT',
      'TOO_MANY_REQUESTS',
    ],
  },
  verifyPhone: {
    tag: 'Minha conta',
    summary: 'Confirma o telefone do cadastro com o código',
    allow: 'oneself',
    kind: 'session',
    status: 204,
    body: z.strictObject({ code: oneTimeCode }),
    errors: [...RECENT, 'CODE_INVALID', 'AUTH_USER_DATA_VALIDATION'],
  },
  startTotp: {
    tag: 'Minha conta',
    summary: 'Começa a cadastrar um aplicativo autenticador (TOTP)',
    allow: 'oneself',
    kind: 'session',
    status: 201,
    body: z.strictObject({
      label: line('um nome', MAX_DEVICE_NAME_LENGTH).default('Aplicativo autenticador'),
    }),
    answer: z.object({
      factorId: identifier,
      /** Base32, to be typed where no QR code can be read. */
      secret: z.string(),
      /** `otpauth://totp/…`, for a QR code. */
      uri: z.string(),
    }),
    errors: [...RECENT, 'TOO_MANY_REQUESTS'],
  },
  startPhoneFactor: {
    tag: 'Minha conta',
    summary: 'Começa a cadastrar um telefone como segundo fator: envia um código a ele',
    allow: 'oneself',
    kind: 'session',
    status: 201,
    body: z.strictObject({ phoneNumber: mobile }),
    answer: sentCode.extend({ factorId: identifier }),
    errors: [...RECENT, 'AUTH_METHOD_NOT_ALLOWED', 'EMAIL_NOT_VERIFIED', 'SMS_NOT_SENT', 'TOO_MANY_REQUESTS'],
  },
  finalizeFactor: {
    tag: 'Minha conta',
    summary:
      'Conclui o cadastro do segundo fator com um código dele; o primeiro traz os códigos de recuperação',
    allow: 'oneself',
    kind: 'session',
    params: z.strictObject({ factorId: identifier }),
    body: z.strictObject({ code: oneTimeCode }),
    answer: z.object({ recoveryCodes: recoveryCodes.nullable() }),
    errors: [...RECENT, 'SECOND_FACTOR_NOT_FOUND', 'CODE_INVALID', 'TOO_MANY_REQUESTS'],
  },
  withdrawFactor: {
    tag: 'Minha conta',
    summary: 'Retira um segundo fator',
    allow: 'oneself',
    kind: 'session',
    status: 204,
    params: z.strictObject({ factorId: identifier }),
    errors: [...RECENT, 'SECOND_FACTOR_NOT_FOUND'],
  },
  renewRecoveryCodes: {
    tag: 'Minha conta',
    summary: 'Troca os códigos de recuperação por outros, mostrados uma vez',
    allow: 'oneself',
    kind: 'session',
    status: 201,
    answer: z.object({ recoveryCodes }),
    errors: [...RECENT, 'SECOND_FACTOR_NOT_FOUND'],
  },
  startPasskey: {
    tag: 'Minha conta',
    summary: 'Começa a cadastrar uma chave de acesso (passkey)',
    allow: 'oneself',
    kind: 'session',
    status: 201,
    answer: z.object({ challenge: z.string(), options: z.looseObject({ challenge: z.string() }) }),
    errors: [...RECENT, 'AUTH_METHOD_NOT_ALLOWED'],
  },
  finishPasskey: {
    tag: 'Minha conta',
    summary: 'Conclui o cadastro da chave de acesso com o que o navegador respondeu',
    allow: 'oneself',
    kind: 'session',
    status: 201,
    body: z.strictObject({
      challenge: z.string().min(1).max(200),
      credential,
      name: line('um nome', MAX_DEVICE_NAME_LENGTH).default('Chave de acesso'),
    }),
    answer: passkeyView,
    errors: [...RECENT, 'AUTH_METHOD_NOT_ALLOWED', 'PASSKEY_INVALID'],
  },
  removePasskey: {
    tag: 'Minha conta',
    summary: 'Retira uma chave de acesso',
    allow: 'oneself',
    kind: 'session',
    status: 204,
    params: z.strictObject({ passkeyId: identifier }),
    errors: [...RECENT, 'PASSKEY_NOT_FOUND'],
  },
  unlinkGoogle: {
    tag: 'Minha conta',
    summary: 'Desliga a conta do Google',
    allow: 'oneself',
    kind: 'session',
    status: 204,
    errors: RECENT,
  },
  listSessions: {
    tag: 'Minha conta',
    summary: 'Onde a pessoa está conectada, da usada por último à primeira',
    allow: 'oneself',
    kind: 'session',
    answer: z.object({ items: z.array(sessionView) }),
    errors: SESSION,
  },
  revokeSession: {
    tag: 'Minha conta',
    summary: 'Encerra uma sessão',
    allow: 'oneself',
    kind: 'session',
    status: 204,
    params: z.strictObject({ sessionId: identifier }),
    errors: [...SESSION, 'SESSION_NOT_FOUND'],
  },
  revokeOtherSessions: {
    tag: 'Minha conta',
    summary: 'Encerra todas as outras sessões',
    allow: 'oneself',
    kind: 'session',
    answer: z.object({ revoked: z.number().int() }),
    errors: SESSION,
  },
});
