import type { FastifyReply } from 'fastify';

import { contentDisposition } from './send-pdf.ts';

/** A PDF that is kept nowhere, by us or by who asked for it. */
export const sendPassingPdf = (
  reply: FastifyReply,
  { name, pdf }: { name: string; pdf: Buffer },
): FastifyReply =>
  reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', contentDisposition('inline', name))
    .header('x-content-type-options', 'nosniff')
    .send(pdf);
