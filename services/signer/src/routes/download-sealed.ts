import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { Signer } from '../dependencies.ts';
import { readableDocument } from '../files/document-access.ts';
import { sendPdf } from '../files/send-pdf.ts';
import { sealedName } from '../intake/file-name.ts';

/** The sealed PDF, from the moment the process's own stream says it is sealed. */
export function downloadSealed(app: FastifyInstance, signer: Signer): void {
  route(app, 'downloadSealed', async ({ request, reply, principal, params }) => {
    const { record, document } = await readableDocument(signer.eventStore, principal, params);
    const sealed = record.find('DocumentSealed', params.documentId);
    if (!sealed) throw new Refusal('DOCUMENT_NOT_SEALED');
    const { sha256 } = sealed.data;
    const name = sealedName(document.name);
    return sendPdf(request, reply, signer.blobs, { sha256, name, disposition: 'attachment' });
  });
}
