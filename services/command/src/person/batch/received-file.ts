import { MAX_BATCH_BYTES } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { FastifyRequest } from 'fastify';

/** The file of a request, as its body or as the multipart field `file`. @throws Refusal */
export async function receivedFile(request: FastifyRequest): Promise<Buffer> {
  const bytes = request.isMultipart() ? await partOf(request) : request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0)
    throw new Refusal('NO_FILES_UPLOADED', {
      detail: 'Envie o CSV no corpo (text/csv) ou no campo "file" (multipart/form-data).',
    });
  return bytes;
}

async function partOf(request: FastifyRequest): Promise<Buffer | undefined> {
  const limits = { fileSize: MAX_BATCH_BYTES, files: 1, fields: 20 };
  const part = await request.file({ limits }).catch((error: { statusCode?: number }) => {
    // What the parser has no code for, as a form without a boundary, is the sender's too.
    throw error.statusCode === undefined ? new Refusal('MALFORMED_REQUEST', { cause: error }) : error;
  });
  if (part === undefined) return undefined;
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    throw error.code === 'FST_REQ_FILE_TOO_LARGE' ? new Refusal('REQUEST_TOO_LARGE') : error;
  });
  return part.fieldname === 'file' ? bytes : undefined;
}
