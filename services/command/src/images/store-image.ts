import { createHash } from 'node:crypto';

import type { BlobStore } from '@lacre/blob-store';
import { MAX_IMAGE_BYTES } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { cleanImage, markedImage } from './clean-image.ts';
import { NotAnImage, type ImageMediaType } from './image-format.ts';

/**
 * Two pictures in base64, each a little over what is taken, so that the refusal is theirs, not that of a request too
 * large.
 */
export const IMAGE_BODY_LIMIT_BYTES = 8 * 1024 * 1024;

export interface StoredImage {
  sha256: string;
  mediaType: ImageMediaType;
}

/**
 * Keeps a picture as a blob, which is its owner's alone: what is forgotten of one is not taken from another who has the
 * same picture. Storing it is no fact yet: a blob that no event names is harmless.
 *
 * @param owner user or tenant, as their stream is called
 * @param base64 with or without the prefix of a `data:` URL (RFC 2397)
 * @throws Refusal FILE_SIZE_HIGGER_2MB, UPLOAD_NOT_ALLOWED_FILES
 */
export async function storeImage(
  { blobs }: { blobs: BlobStore },
  base64: string,
  { field, owner }: { field: string; owner: string },
): Promise<StoredImage> {
  const file = decoded(base64.replace(/^data:[^,]{0,100};base64,/, ''), field);
  if (file.length > MAX_IMAGE_BYTES)
    throw new Refusal('FILE_SIZE_HIGGER_2MB', named(field, 'A imagem é grande demais'));
  try {
    const image = cleanImage(file);
    const mark = createHash('sha256').update(`image of ${owner}`).digest('hex');
    const { sha256 } = await blobs.put(markedImage(image, mark));
    return { sha256, mediaType: image.mediaType };
  } catch (error) {
    if (!(error instanceof NotAnImage)) throw error;
    throw new Refusal('UPLOAD_NOT_ALLOWED_FILES', named(field, 'Envie uma imagem JPG ou PNG'));
  }
}

function decoded(base64: string, field: string): Buffer {
  if (!/^[\w+/-]*={0,2}$/.test(base64) || base64 === '')
    throw new Refusal('UPLOAD_NOT_ALLOWED_FILES', named(field, 'Envie uma imagem JPG ou PNG'));
  return Buffer.from(base64, 'base64');
}

const named = (field: string, message: string) => ({ fieldErrors: [{ field, message }] });
