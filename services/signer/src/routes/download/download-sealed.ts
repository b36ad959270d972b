import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { readableDocument } from '../../files/document-access.ts';
import { sealedBytes } from '../../files/sealed-bytes.ts';
import { sendPdf } from '../../files/send-pdf.ts';
import { sealedName } from '../../intake/file-name.ts';

/** The newest version of the sealed PDF, from the moment the process's own stream says it is sealed. */
export const route = defineRoute('downloadSealed', async ({ request, reply, principal, params }, signer) => {
  const { record, document } = await readableDocument(signer.log, principal, params);
  const file = await sealedBytes(signer, record, params.documentId);
  if (!file) throw new Refusal('DOCUMENT_NOT_SEALED');
  const name = sealedName(document.name);
  return sendPdf(request, reply, signer.blobs, {
    ...file,
    name,
    disposition: 'attachment',
    reader: principal,
  });
});
