import { defineRoute } from '../../define-route.ts';
import { readableDocument } from '../../files/document-access.ts';
import { sendPdf } from '../../files/send-pdf.ts';

/** The PDF as those who sign see it. */
export const route = defineRoute(
  'readDocument',
  async ({ request, reply, principal, params }, { log, blobs }) => {
    const { document } = await readableDocument(log, principal, params);
    const { sha256, sizeBytes, name } = document;
    const file = { sha256, sizeBytes, parts: [sha256], name, disposition: 'inline' } as const;
    return sendPdf(request, reply, blobs, { ...file, reader: principal });
  },
);
