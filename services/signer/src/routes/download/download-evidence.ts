import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { readableDocument } from '../../files/document-access.ts';
import { sendPdf } from '../../files/send-pdf.ts';
import { evidenceName } from '../../intake/file-name.ts';
import { sealEvidence } from '../../seal/at-once/seal-evidence.ts';
import { isWaiting } from '../../seal/problems/sealing-problems.ts';
import { partsOf, readSealRecord } from '../../seal/seal-record.ts';

/** The evidence pages of a document that takes none of its own; sealed when they are first asked for. */
export const route = defineRoute(
  'downloadEvidence',
  async ({ request, reply, principal, params }, signer) => {
    const { record, document } = await readableDocument(signer.log, principal, params);
    const { produced, rendered } = await readSealRecord(signer.log, params.documentId);
    if (!produced || !record.find('DocumentSealed', params.documentId))
      throw new Refusal('DOCUMENT_NOT_SEALED');
    if (!document.alreadySigned || rendered?.evidence) throw new Refusal('EVIDENCE_WITHIN_DOCUMENT');
    const made = await sealEvidence(signer, record, document, produced).catch((error: unknown) => {
      if (isWaiting(error)) throw new Refusal('SERVICE_UNAVAILABLE', { cause: error });
      throw error;
    });
    const { sha256, sizeBytes } = made;
    const name = evidenceName(document.name);
    const file = { sha256, sizeBytes, parts: partsOf(made), name, disposition: 'attachment' } as const;
    return sendPdf(request, reply, signer.blobs, file);
  },
);
