import type { BlobStore } from '@lacre/blob-store';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { joinedBlobs } from './joined-blobs.ts';

export interface PdfToSend {
  /** Of the whole file. */
  sha256: string;
  sizeBytes: number;
  /** Addresses of the blobs that make the file, in order. */
  parts: readonly string[];
  name: string;
  disposition: 'inline' | 'attachment';
}

/**
 * Streams a stored PDF. A content address never names other bytes, so it is the entity tag; only the caller's own cache
 * may keep the file, and asks again each time, since access can end.
 */
export async function sendPdf(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: BlobStore,
  file: PdfToSend,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  void reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header('content-disposition', contentDisposition(file.disposition, file.name))
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'none');
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply
    .type('application/pdf')
    .header('content-length', file.sizeBytes)
    .send(joinedBlobs(blobs, file.parts));
}

/** RFC 9110, 13.1.2: a list of tags, compared weakly. */
const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');

/** RFC 6266: the name in ASCII for old clients, and in UTF-8 (RFC 8187) for all others. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, '_')
    .replaceAll(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
