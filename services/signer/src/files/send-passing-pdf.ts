import type { FastifyReply } from 'fastify';

import { contentDisposition } from './send-pdf.ts';

/** What nginx writes down of a request whose client has gone; no client reads it. */
const CLIENT_GONE = 499;

/**
 * A PDF that is kept nowhere, by us or by the caller: once they have gone, it is not made to its end.
 *
 * @param make is given a signal that aborts then
 */
export async function sendPassingPdf(
  reply: FastifyReply,
  make: (signal: AbortSignal) => Promise<{ name: string; pdf: Buffer }>,
): Promise<FastifyReply> {
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  reply.raw.once('close', onClose);
  try {
    const { name, pdf } = await make(gone.signal);
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', contentDisposition('inline', name))
      .header('x-content-type-options', 'nosniff')
      .send(pdf);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    return reply.code(CLIENT_GONE).send();
  } finally {
    reply.raw.off('close', onClose);
  }
}
