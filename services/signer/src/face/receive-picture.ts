import { MAX_IMAGE_BYTES } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { receiveFile } from '../intake/receive-file.ts';

/**
 * A picture of the multipart field `file`; its errors are those of pictures.
 *
 * @throws Refusal FILE_SIZE_HIGGER_2MB, NO_SELFIES_PROVIDED
 */
export async function receivePicture(call: {
  request: FastifyRequest;
  reply: FastifyReply;
}): Promise<Uint8Array> {
  try {
    return (await receiveFile(call, MAX_IMAGE_BYTES)).bytes;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'UPLOAD_TOO_LARGE') throw new Refusal('FILE_SIZE_HIGGER_2MB');
    if (error.code === 'NO_FILES_UPLOADED') throw new Refusal('NO_SELFIES_PROVIDED');
    throw error;
  }
}
