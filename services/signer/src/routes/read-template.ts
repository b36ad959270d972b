import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext } from '../dependencies.ts';
import { sendPdf } from '../files/send-pdf.ts';
import { readTemplateRecord } from '../template/read-records.ts';

/** The PDF that a template keeps. */
export function readTemplate(app: FastifyInstance, signer: SignerContext): void {
  route(app, 'readTemplate', async ({ request, reply, principal, params }) => {
    const template = await readTemplateRecord(signer.eventStore, principal.tenantId, params.templateId);
    if (template === undefined) throw new Refusal('TEMPLATE_NOT_FOUND');
    const { content } = template;
    if (content.kind !== 'pdf') throw new Refusal('DOCUMENT_NOT_FOUND');
    const { sha256, sizeBytes, name } = content;
    const parts = [sha256];
    return sendPdf(request, reply, signer.blobs, { sha256, sizeBytes, parts, name, disposition: 'inline' });
  });
}
