import { derivedId } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { readableDocument } from '../../files/document-access.ts';
import { sealPartialCopy } from '../../seal/at-once/seal-partial-copy.ts';
import { isWaiting } from '../../seal/problems/sealing-problems.ts';

/** Seals a copy of a document that still waits for signatures, within the request. */
export const route = defineRoute(
  'createPartialCopy',
  async ({ principal, params, idempotencyKey, request }, signer) => {
    const { record, document } = await readableDocument(signer.log, principal, params);
    if (record.statusOf(params.documentId) !== 'pending') throw new Refusal('DOCUMENT_NOT_PENDING');
    if (document.alreadySigned) throw new Refusal('DOCUMENT_ALREADY_SIGNED_BY_OTHERS');
    const { sub, name } = principal;
    const copyId = derivedId('partial-copy', sub, params.documentId, idempotencyKey);
    const actor = { kind: 'user', id: sub, name } as const;
    const asked = { process: record, document, copyId, actor, correlationId: request.id };
    const { copy, position } = await sealPartialCopy(signer, asked).catch((error: unknown) => {
      if (isWaiting(error)) throw new Refusal('SERVICE_UNAVAILABLE', { cause: error });
      throw error;
    });
    return { copyId, missing: copy.missing, position };
  },
);
