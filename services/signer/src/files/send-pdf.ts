import type { Principal } from '@lacre/access';
import type { BlobStore } from '@lacre/blob-store';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { joinedBlobs, joinedSlice, type ByteRange } from './joined-blobs.ts';

export interface PdfToSend {
  /** Of the whole file. */
  sha256: string;
  sizeBytes: number;
  /** Addresses of the blobs that make the file, in order. */
  parts: readonly string[];
  name: string;
  disposition: 'inline' | 'attachment';
  /** Who reads it, where that may be a person at a totem. */
  reader?: Principal;
}

/**
 * Streams a stored PDF. A content address never names other bytes, so it is the entity tag; only the caller's own cache
 * may keep the file, and asks again each time, since access can end; a totem is shared, and caches nothing. A range may
 * be asked for: a reader shows the first page of a long document before the rest is there, and checks the hash of the
 * whole.
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
    .header('cache-control', isAtTotem(file.reader) ? 'private, no-store' : 'private, no-cache')
    .header('content-disposition', contentDisposition(file.disposition, file.name))
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes');
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const range = rangeOf(request.headers, etag, file.sizeBytes);
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send();
  if (range !== undefined)
    return reply
      .code(206)
      .type('application/pdf')
      .header('content-range', `bytes ${range.start}-${range.end - 1}/${file.sizeBytes}`)
      .header('content-length', range.end - range.start)
      .send(joinedSlice(blobs, file.parts, range));
  return reply
    .type('application/pdf')
    .header('content-length', file.sizeBytes)
    .send(joinedBlobs(blobs, file.parts));
}

const isAtTotem = (reader: Principal | undefined): boolean =>
  reader?.kind === 'person' && reader.totem !== undefined;

/** RFC 9110, 13.1.2: a list of tags, compared weakly. */
const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');

/**
 * RFC 9110, 14.2: one range of bytes; what is malformed, or several at once, may be answered with the whole, and so is
 * a range of what is not this file any more (13.1.5).
 */
export function rangeOf(
  { range, 'if-range': ifRange }: { range?: string | undefined; 'if-range'?: string | undefined },
  etag: string,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if ((first === '' && last === '') || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [start, end] =
    first === ''
      ? [Math.max(0, sizeBytes - Number(last)), sizeBytes]
      : [Number(first), last === '' ? sizeBytes : Math.min(sizeBytes, Number(last) + 1)];
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start < end ? { start, end } : 'unsatisfiable';
}

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
