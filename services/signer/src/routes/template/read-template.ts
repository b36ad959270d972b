import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { sendPdf } from '../../files/send-pdf.ts';
import { readTemplateRecord } from '../../template/read-records.ts';

/** The PDF that a template keeps, or that shows its Word document. */
export const route = defineRoute(
  'readTemplate',
  async ({ request, reply, principal, params }, { log, blobs }) => {
    const template = await readTemplateRecord(log, principal.tenantId, params.templateId);
    if (template === undefined) throw new Refusal('TEMPLATE_NOT_FOUND');
    const { content } = template;
    if (content.kind === 'text') throw new Refusal('DOCUMENT_NOT_FOUND');
    const { sha256, sizeBytes, name } = content;
    const parts = [sha256];
    return sendPdf(request, reply, blobs, { sha256, sizeBytes, parts, name, disposition: 'inline' });
  },
);
