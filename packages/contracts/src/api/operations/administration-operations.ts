import { z } from 'zod';

import { identifier, timestamp } from '../../fields.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged } from '../shapes/index.ts';

const RECENT = ['AUTH_TOKEN_REVOKED', 'RECENT_SIGN_IN_REQUIRED'] as const;
const userParams = z.strictObject({ uid: identifier });
const offerParams = z.strictObject({ offerId: identifier });
const named = z.object({ uid: identifier, name: z.string() });

/** An administrator's offer to hand over to a user, as both see it. */
const administrationOffer = z
  .object({ offerId: identifier, from: named, to: named, expiresAt: timestamp })
  .meta({ id: 'AdministrationOffer' });

/** Who administers the tenant: each act needs a sign-in of a moment ago, and is no API token's. */
export const administrationOperations = defineOperations({
  promoteAdministrator: {
    tag: 'Usuários',
    summary: 'Torna um usuário administrador também, logo depois de entrar',
    allow: 'administrators-in-person',
    kind: 'command',
    params: userParams,
    answer: acknowledged,
    errors: [
      ...RECENT,
      'AUTH_USER_NOT_FOUND',
      'AUTH_USER_INACTIVE',
      'AUTH_USER_DATA_VALIDATION',
      'AUTH_USER_NOT_ADMIN',
    ],
  },
  demoteAdministrator: {
    tag: 'Usuários',
    summary: 'Torna um administrador, ou a si mesmo, gerente; a conta fica sempre com um',
    allow: 'administrators-in-person',
    kind: 'command',
    params: userParams,
    answer: acknowledged,
    errors: [...RECENT, 'AUTH_USER_NOT_FOUND', 'AUTH_USER_NOT_ADMIN', 'LAST_ADMINISTRATOR'],
  },
  administrationOffer: {
    tag: 'Usuários',
    summary: 'A oferta da administração que aguarda resposta: para administradores e quem a recebeu',
    allow: 'members-in-person',
    kind: 'session',
    answer: z.object({ offer: administrationOffer.nullable() }),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  offerAdministration: {
    tag: 'Usuários',
    summary:
      'Oferece a própria administração a um usuário: quando ele aceita, passa a administrar, e quem ofereceu vira gerente',
    allow: 'administrators-in-person',
    kind: 'command',
    status: 201,
    body: z.strictObject({ uid: identifier }).meta({ id: 'OfferAdministration' }),
    answer: acknowledged.extend({ offerId: identifier, expiresAt: timestamp }),
    errors: [
      ...RECENT,
      'AUTH_USER_NOT_FOUND',
      'AUTH_USER_INACTIVE',
      'AUTH_USER_DATA_VALIDATION',
      'AUTH_USER_NOT_ADMIN',
      'ADMINISTRATION_OFFER_OPEN',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  acceptAdministration: {
    tag: 'Usuários',
    summary: 'Aceita a administração oferecida, logo depois de entrar',
    allow: 'members-in-person',
    kind: 'command',
    params: offerParams,
    answer: acknowledged,
    errors: [
      ...RECENT,
      'ADMINISTRATION_OFFER_NOT_FOUND',
      'AUTH_USER_INACTIVE',
      'AUTH_USER_WITHOUT_PERMISSION',
    ],
  },
  endAdministrationOffer: {
    tag: 'Usuários',
    summary: 'Retira a oferta da administração, por um administrador, ou a recusa, por quem a recebeu',
    allow: 'members-in-person',
    kind: 'command',
    params: offerParams,
    answer: acknowledged,
    errors: ['ADMINISTRATION_OFFER_NOT_FOUND', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
});
