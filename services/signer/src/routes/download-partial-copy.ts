import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext } from '../dependencies.ts';
import { readableDocument } from '../files/document-access.ts';
import { sendPdf } from '../files/send-pdf.ts';
import { partialName } from '../intake/file-name.ts';
import { readPartialCopy } from '../seal/read-made.ts';
import { partsOf } from '../seal/seal-record.ts';

/** The PDF of a partial copy, for as long as its process is kept. */
export function downloadPartialCopy(app: FastifyInstance, signer: SignerContext): void {
  route(app, 'downloadPartialCopy', async ({ request, reply, principal, params }) => {
    const { document } = await readableDocument(signer.eventStore, principal, params);
    const copy = await readPartialCopy(signer, params.copyId);
    if (copy?.documentId !== params.documentId) throw new Refusal('DOWNLOAD_NOT_FOUND');
    const { sha256, sizeBytes } = copy;
    const name = partialName(document.name);
    const file = { sha256, sizeBytes, parts: partsOf(copy), name, disposition: 'attachment' } as const;
    return sendPdf(request, reply, signer.blobs, { ...file, reader: principal });
  });
}
