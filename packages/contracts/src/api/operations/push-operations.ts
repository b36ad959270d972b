import { z } from 'zod';

import { identifier, pushKind } from '../../fields.ts';
import { MAX_URL_LENGTH } from '../../limits.ts';
import { defineOperations } from '../operation.ts';

/** Notifications of the browser (Web Push): what it subscribes with, and which browsers are subscribed. */
export const pushOperations = defineOperations({
  pushKey: {
    tag: 'Minha conta',
    summary: 'A chave pública com que um navegador se inscreve para avisos; nula onde não há avisos',
    allow: 'anyone-in-person',
    kind: 'query',
    answer: z.object({
      /** P-256, uncompressed, base64url (RFC 8292, 3.2). */
      publicKey: z.string().nullable(),
    }),
    errors: [],
  },
  subscribePush: {
    tag: 'Minha conta',
    summary:
      'Inscreve o navegador de quem chama: ele passa a avisar da vez de assinar e, a quem pede assinaturas, do fim, da recusa e do prazo de cada processo seu. De novo, valem os avisos que vierem por último',
    allow: 'anyone-in-person',
    kind: 'command',
    body: z
      .strictObject({
        /** Of a push service that the installation allows. */
        endpoint: z
          .url()
          .max(MAX_URL_LENGTH)
          .meta({ examples: ['https://fcm.googleapis.com/fcm/send/dGVzdGU'] }),
        /** P-256 public key, uncompressed: 65 bytes, the first of them 4 (RFC 8291, 3.1). */
        p256dh: z
          .string()
          .regex(/^B[\w-]{86}$/)
          .meta({ examples: [`B${'A'.repeat(86)}`] }),
        /** 16 bytes. */
        auth: z
          .string()
          .regex(/^[\w-]{22}$/)
          .meta({ examples: ['A'.repeat(22)] }),
        /** The key that the browser subscribed with, as `pushKey` gave it; default: what that gives now. */
        publicKey: z
          .string()
          .regex(/^B[\w-]{86}$/)
          .meta({ examples: [`B${'A'.repeat(86)}`] })
          .optional(),
        /** What it is notified of; default: everything. A signer is notified of their turn alone. */
        kinds: z.array(pushKind).min(1).max(pushKind.options.length).optional(),
      })
      .meta({ id: 'PushSubscription' }),
    answer: z.object({ subscriptionId: identifier }),
    errors: ['PUSH_SERVICE_NOT_ALLOWED', 'CLASS_VALIDATION_ERROR'],
  },
  unsubscribePush: {
    tag: 'Minha conta',
    summary: 'Encerra os avisos num navegador de quem chama. De novo, ou do que não existe, nada muda',
    allow: 'anyone-in-person',
    kind: 'command',
    status: 204,
    params: z.strictObject({ subscriptionId: identifier }),
    errors: [],
  },
});
