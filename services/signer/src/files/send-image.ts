import type { BlobStore } from '@lacre/blob-store';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Image {
  sha256: string;
  mediaType: 'image/jpeg' | 'image/png';
}

interface SentImage extends Image {
  /** private: for the caller, revalidated each time · public: cached for a year. */
  visibility: 'private' | 'public';
}

const CACHING = { private: 'private, no-cache', public: 'public, max-age=31536000, immutable' } as const;

/** An image that was checked when it was taken in; browsers must not sniff its type. */
export async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: BlobStore,
  { sha256, mediaType, visibility }: SentImage,
): Promise<FastifyReply> {
  const etag = `"${sha256}"`;
  void reply
    .header('etag', etag)
    .header('cache-control', CACHING[visibility])
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(mediaType).send(await blobs.read(sha256));
}

/** A picture that is its reader's alone: nothing on the way keeps it, and a browser takes it for nothing else. */
export async function sendPrivatePicture(
  reply: FastifyReply,
  bytes: Buffer,
  mediaType: Image['mediaType'],
): Promise<FastifyReply> {
  return reply
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(mediaType)
    .send(bytes);
}
