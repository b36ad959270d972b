import type { FastifyReply, FastifyRequest } from 'fastify';

/** How much of a body that is refused is still read, so that a browser gets to see the answer, bytes. */
const DRAIN_BYTES = 128 * 1024 * 1024;
const DRAIN_MS = 20_000;
/** A request without a byte for this long counts as ended, milliseconds. */
const SILENCE_MS = 2_000;

/**
 * Reads the rest of the body and drops it: an answer given while a browser still sends is lost to it, because closing
 * a connection with unread bytes resets it (RFC 9112, 9.6). Beyond a bound the connection is given up.
 */
export async function drain(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.transfer?.drop();
  const { raw } = request;
  if (raw.readableEnded || raw.destroyed) return;
  await new Promise<void>((resolve) => {
    let dropped = 0;
    const giveUp = (): void => {
      reply.header('connection', 'close');
      finish();
    };
    const timer = setTimeout(giveUp, DRAIN_MS);
    const silence = setTimeout(giveUp, SILENCE_MS);
    const count = (chunk: Buffer): void => {
      dropped += chunk.length;
      silence.refresh();
      if (dropped > DRAIN_BYTES) giveUp();
    };
    const finish = (): void => {
      clearTimeout(timer);
      clearTimeout(silence);
      raw.off('data', count).off('end', finish).off('close', finish);
      resolve();
    };
    raw.on('data', count).once('end', finish).once('close', finish);
    raw.resume();
  });
}
