import { z } from 'zod';

import {
  clientDeviceId,
  codeChannel,
  contactChoiceId,
  cpf,
  domain,
  identifier,
  oneTimeCode,
} from '../../fields.ts';
import { defineOperations } from '../operation.ts';
import { personDevice, sentCode, signingInvitation, signingSession } from '../shapes/index.ts';

/**
 * Who says they are who: by a link (process and participant), or without one by the tenant's address. Either only
 * names the person; the code or a known device proves it.
 */
const claimant = {
  cpf,
  processId: identifier.optional(),
  personId: identifier.optional(),
  domain: domain.optional(),
  /** How to send the code; by e-mail where there is no phone. */
  channel: codeChannel.default('email'),
  /** Without a link: which of several contacts, as an earlier answer named them. */
  contact: contactChoiceId.optional(),
};

/** How people who sign come in, and from which devices. */
export const personAccessOperations = defineOperations({
  requestSigningCode: {
    tag: 'Assinatura',
    summary: 'Envia um código de uso único a quem foi convidado a assinar',
    allow: 'anyone',
    kind: 'session',
    status: 202,
    body: z.strictObject(claimant),
    answer: sentCode,
    errors: [
      'AUTH_NO_AUTHORIZATION_DATA',
      'SIGNATURE_PROCESS_NOT_FOUND',
      'TENANT_NOT_FOUND',
      'TENANT_INACTIVE',
      'TENANT_MOVING',
      'TENANT_MOVED',
      'AUTH_PERSON_NOT_FOUND',
      'AUTH_METHOD_NOT_ALLOWED',
      'TOO_MANY_REQUESTS',
      'MAIL_NOT_SENT',
      'SMS_NOT_SENT',
    ],
  },
  openSigningSession: {
    tag: 'Assinatura',
    summary:
      'Devolve o token de quem vai assinar: de um dispositivo conhecido, ou com o código; sem os dois, envia um código. ' +
      'O cabeçalho client-device-id diz qual é o dispositivo',
    allow: 'anyone',
    kind: 'session',
    headers: z.object({ 'client-device-id': clientDeviceId }),
    cookie: 'lacre_person_device',
    body: z.strictObject({
      ...claimant,
      code: oneTimeCode.optional(),
      /** Whether this device may come in without a code from now on; not in shared places. */
      rememberDevice: z.boolean().default(true),
    }),
    answer: signingSession,
    errors: [
      'AUTH_NO_DEVICEID_PROVIDED',
      'AUTH_NO_AUTHORIZATION_DATA',
      'SIGNATURE_PROCESS_NOT_FOUND',
      'TENANT_NOT_FOUND',
      'TENANT_INACTIVE',
      'TENANT_MOVING',
      'TENANT_MOVED',
      'AUTH_PERSON_NOT_FOUND',
      'AUTH_FIRST_PERSON_ACCESS',
      'AUTH_NEW_DEVICE_ACCESS',
      'AUTH_SMS_VALIDATION',
      'AUTH_DEVICE_VALIDATION_ERROR',
      'AUTH_METHOD_NOT_ALLOWED',
      'TOO_MANY_REQUESTS',
      'MAIL_NOT_SENT',
      'SMS_NOT_SENT',
    ],
  },
  signingInvitation: {
    tag: 'Assinatura',
    summary:
      'O que diz um link de convite, antes de a pessoa se identificar: quem pede o quê, para qual empresa e até quando. ' +
      'Nada dela; um link que não vale é respondido como um que nunca existiu',
    allow: 'anyone',
    kind: 'query',
    params: z.strictObject({ processId: identifier, personId: identifier }),
    answer: signingInvitation,
    errors: ['SIGNATURE_PROCESS_NOT_FOUND', 'TENANT_MOVED', 'TOO_MANY_REQUESTS'],
  },
  closeSigningSession: {
    tag: 'Assinatura',
    summary: 'Encerra a sessão de quem assina: o token dela deixa de valer na hora',
    allow: 'participants',
    kind: 'session',
    status: 204,
    errors: [],
  },
  requestActCode: {
    tag: 'Assinatura',
    summary: 'Envia o código que um processo pede a cada assinatura',
    allow: 'participants',
    kind: 'session',
    status: 202,
    body: z.strictObject({
      channel: codeChannel.default('email'),
      /** Whose contact of the caller gets the code; without it, the address that the session has proven. */
      processId: identifier.optional(),
    }),
    answer: sentCode,
    errors: [
      'AUTH_PERSON_NOT_FOUND',
      'AUTH_PERSON_NO_AUTHORIZATION',
      'AUTH_METHOD_NOT_ALLOWED',
      'TOO_MANY_REQUESTS',
      'MAIL_NOT_SENT',
      'SMS_NOT_SENT',
    ],
  },
  listPersonDevices: {
    tag: 'Assinatura',
    summary: 'Dispositivos que entram sem código, do usado por último ao primeiro',
    allow: 'participants',
    kind: 'query',
    headers: z.object({ 'client-device-id': clientDeviceId.optional() }),
    answer: z.object({ items: z.array(personDevice) }),
    errors: [],
  },
  forgetPersonDevice: {
    tag: 'Assinatura',
    summary: 'Esquece um dispositivo: dali em diante ele volta a pedir o código',
    allow: 'participants',
    kind: 'session',
    status: 204,
    params: z.strictObject({ deviceId: identifier }),
    errors: ['DEVICE_NOT_FOUND'],
  },
});
