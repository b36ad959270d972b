import { createHash, type Hash } from 'node:crypto';

import type { MultipartFile } from '@fastify/multipart';
import { drain, Refusal } from '@lacre/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file that came in whole. */
export interface ReceivedFile {
  /** As the client sent it: not to be trusted, nor shown before it is cleaned. */
  sentName: string | undefined;
  bytes: Buffer;
  /** SHA-256 of `bytes`, lower-case hexadecimal, taken while they came in. */
  sha256: string;
  /** The field `password`, which opens the file. */
  password?: string;
  /** The field `mayLiftRestrictions`: the sender states the right to use a file that its author restricted. */
  mayLiftRestrictions?: true;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Room for the boundary and the headers of the one part, bytes. */
const ENVELOPE_BYTES = 64 * 1024;

/**
 * Receives the multipart field `file` (RFC 7578), holding no more of it than has come in and never more than
 * `maxBytes`.
 *
 * @throws Refusal NO_FILES_UPLOADED, UPLOAD_TOO_LARGE (the rest of the body is read and dropped first, or the
 *   connection closed when that takes too long)
 */
export async function receiveFile(call: Exchange, maxBytes: number): Promise<ReceivedFile> {
  const { request, reply } = call;
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBytes + ENVELOPE_BYTES) {
    await drain(request, reply);
    throw new Refusal('UPLOAD_TOO_LARGE');
  }
  try {
    return await receivePart(call, maxBytes);
  } catch (error) {
    throw isAnswerable(error) ? error : new Refusal('MALFORMED_REQUEST', { cause: error });
  }
}

/** Whatever else goes wrong while a body comes in (broken multipart, a connection lost) is the sender's. */
const isAnswerable = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof Error && 'statusCode' in error);

async function receivePart(call: Exchange, maxBytes: number): Promise<ReceivedFile> {
  const parts = call.request.files({
    limits: { fileSize: maxBytes, files: 2, fields: 20, fieldSize: 16 * 1024, parts: 22 },
    throwFileSizeLimit: false,
  });
  const { value: part } = await parts.next();
  if (part === undefined) throw new Refusal('NO_FILES_UPLOADED');
  if (part.fieldname !== 'file') await refusePart(call, part, 'Envie o arquivo no campo "file".');
  const received = await collect(call, part);
  // Taking the first of several would lose the others without a word.
  const { value: another } = await parts.next();
  if (another !== undefined) await refusePart(call, another, 'Envie um arquivo de cada vez.');
  const password = textOf(part.fields['password']);
  const mayLift = textOf(part.fields['mayLiftRestrictions']) === 'true';
  return {
    ...received,
    ...(password === undefined ? {} : { password }),
    ...(mayLift ? { mayLiftRestrictions: true } : {}),
  };
}

/** The field's text; nothing when it is empty, absent, or there more than once. */
function textOf(field: MultipartFile['fields'][string]): string | undefined {
  if (field === undefined || Array.isArray(field) || field.type !== 'field') return undefined;
  return typeof field.value === 'string' && field.value !== '' ? field.value : undefined;
}

async function refusePart({ request, reply }: Exchange, part: MultipartFile, detail: string): Promise<never> {
  part.file.resume();
  await drain(request, reply);
  throw new Refusal('NO_FILES_UPLOADED', { detail });
}

async function collect({ request, reply }: Exchange, part: MultipartFile): Promise<ReceivedFile> {
  const hash: Hash = createHash('sha256');
  const chunks: Buffer[] = [];
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    hash.update(chunk);
    chunks.push(chunk);
  }
  if (part.file.truncated) {
    chunks.length = 0;
    await drain(request, reply);
    throw new Refusal('UPLOAD_TOO_LARGE');
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) throw new Refusal('NO_FILES_UPLOADED', { detail: 'O arquivo está vazio.' });
  return { sentName: part.filename, bytes, sha256: hash.digest('hex') };
}
