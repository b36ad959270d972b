import type { BlobStore } from '@lacre/blob-store';
import { Refusal } from '@lacre/http';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';

import { contentDisposition } from '../files/send-pdf.ts';
import { safeName } from './entry-name.ts';
import type { FetchableDownload } from './fetchable-download.ts';

const ZIP = '.zip';
/** Longest name of the file, bytes. */
const MAX_NAME_BYTES = 120;

/**
 * Streams the zip. No cache keeps it: it is fetched once or twice, and is to be gone when its time is over.
 *
 * @throws Refusal GET_DOWNLOAD_URL_ERROR when the log has the zip and the store does not give it
 */
export async function sendArchive(
  reply: FastifyReply,
  { blobs, logger }: { logger: Logger; blobs: BlobStore },
  { downloadId, sha256, sizeBytes, description }: FetchableDownload,
): Promise<FastifyReply> {
  const bytes = await blobs.get(sha256).catch((error: unknown) => {
    logger.error({ err: error, downloadId }, 'a prepared download cannot be read');
    throw new Refusal('GET_DOWNLOAD_URL_ERROR', { cause: error });
  });
  const name = safeName(`${description}${ZIP}`, { maxBytes: MAX_NAME_BYTES, extension: ZIP });
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', contentDisposition('attachment', name))
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'none')
    .type('application/zip')
    .header('content-length', sizeBytes)
    .send(bytes);
}
