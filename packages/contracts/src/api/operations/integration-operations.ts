import { z } from 'zod';

import { feedEvent } from '../../feed/index.ts';
import { position } from '../../fields.ts';
import { defineOperations } from '../operation.ts';

/** Longest wait for news, seconds. */
export const MAX_FEED_WAIT_SECONDS = 20;
export const MAX_FEED_PAGE = 200;
/** Facts of the account that one page looks through, about, for those that the caller may see. */
export const FEED_SCAN = 1000;

export const integrationOperations = defineOperations({
  eventFeed: {
    tag: 'Integração',
    summary:
      'Os eventos da conta, na ordem do registro, a partir de uma posição: pode ser lido de novo quantas vezes for preciso',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    query: z.strictObject({
      /**
       * Only what stands after this position, which is none beyond the log's end nor of another epoch; without it, from
       * the beginning.
       */
      after: position.optional(),
      limit: z.coerce.number().int().min(1).max(MAX_FEED_PAGE).default(50),
      /** Seconds to wait for news when there are none. */
      // A blank text is no number, though `Number` takes it for 0.
      wait: z
        .preprocess(
          (text) => (text === '' ? Number.NaN : text),
          z.coerce.number().int().min(0).max(MAX_FEED_WAIT_SECONDS),
        )
        .default(0),
    }),
    answer: z.object({
      items: z.array(feedEvent),
      /** What to send as `after` next; null while nothing has happened yet. */
      next: position.nullable().meta({
        description:
          'O que enviar como after em seguida. Avança mesmo quando a página vem vazia: entre os eventos examinados podia não haver nenhum que este usuário possa ver',
      }),
      /** Pages end after so many of the account's facts, seen or not: an empty one is not the end. */
      more: z.boolean().meta({
        description: `Há mais a examinar agora: peça a página seguinte sem esperar. Cada página examina cerca de ${FEED_SCAN} eventos da conta, no máximo`,
      }),
    }),
    errors: ['AUTH_USER_WITHOUT_PERMISSION', 'POSITION_OF_ANOTHER_EPOCH'],
  },
});
