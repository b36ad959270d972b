import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { readableDocument } from '../../files/document-access.ts';
import { sendPdf } from '../../files/send-pdf.ts';
import { partialName } from '../../intake/file-name.ts';
import { readPartialCopy } from '../../seal/at-once/read-made.ts';
import { partsOf } from '../../seal/seal-record.ts';

/** The PDF of a partial copy, for as long as its process is kept. */
export const route = defineRoute(
  'downloadPartialCopy',
  async ({ request, reply, principal, params }, signer) => {
    const { document } = await readableDocument(signer.log, principal, params);
    const copy = await readPartialCopy(signer, params.copyId);
    if (copy?.documentId !== params.documentId) throw new Refusal('DOWNLOAD_NOT_FOUND');
    const { sha256, sizeBytes } = copy;
    const name = partialName(document.name);
    const file = { sha256, sizeBytes, parts: partsOf(copy), name, disposition: 'attachment' } as const;
    return sendPdf(request, reply, signer.blobs, { ...file, reader: principal });
  },
);
