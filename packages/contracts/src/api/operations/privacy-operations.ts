import { z } from 'zod';

import { erasureReason, identifier } from '../../fields.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged } from '../shapes/index.ts';
import { personalDataOfPerson, personalDataOfUser } from '../shapes/personal-data-export.ts';

const ofPerson = z.strictObject({ personId: identifier });
const ofUser = z.strictObject({ uid: identifier });
const why = z.strictObject({ reason: erasureReason }).meta({ id: 'Erase' });

export const privacyOperations = defineOperations({
  erasePerson: {
    tag: 'Privacidade',
    summary:
      'Apaga os dados pessoais de uma pessoa, sem volta; documentos selados continuam como estão e valem',
    allow: 'administrators',
    scope: 'account',
    kind: 'command',
    params: ofPerson,
    body: why,
    answer: acknowledged,
    errors: [
      'PERSON_NOT_FOUND',
      'PERSON_HAS_PENDING_SIGNATURES',
      'AUTH_USER_NOT_ADMIN',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  eraseUser: {
    tag: 'Privacidade',
    summary:
      'Apaga os dados pessoais de um usuário que já foi removido, sem volta; numa sessão de quem acabou de entrar',
    allow: 'administrators-in-person',
    kind: 'command',
    params: ofUser,
    body: why,
    answer: acknowledged,
    errors: [
      'AUTH_TOKEN_REVOKED',
      'RECENT_SIGN_IN_REQUIRED',
      'AUTH_USER_NOT_FOUND',
      'USER_NOT_REMOVED',
      'USER_HAS_PENDING_PROCESSES',
      'AUTH_USER_NOT_ADMIN',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  exportPerson: {
    tag: 'Privacidade',
    summary: 'Tudo o que a conta guarda de uma pessoa, direto do registro de eventos (LGPD, art. 18, II)',
    allow: 'administrators',
    scope: 'account',
    kind: 'query',
    params: ofPerson,
    answer: personalDataOfPerson,
    errors: ['PERSON_NOT_FOUND', 'AUTH_USER_NOT_ADMIN', 'TOO_MANY_REQUESTS'],
  },
  exportUser: {
    tag: 'Privacidade',
    summary: 'Tudo o que a conta guarda de um usuário, direto do registro de eventos (LGPD, art. 18, II)',
    allow: 'administrators',
    scope: 'account',
    kind: 'query',
    params: ofUser,
    answer: personalDataOfUser,
    errors: ['AUTH_USER_NOT_FOUND', 'AUTH_USER_NOT_ADMIN', 'TOO_MANY_REQUESTS'],
  },
});
