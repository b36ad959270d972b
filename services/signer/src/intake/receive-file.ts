import { createHash } from 'node:crypto';

import type { MultipartFile } from '@fastify/multipart';
import { drain, Refusal, SpoolFile } from '@lacre/http';
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
 * Receives the multipart field `file` (RFC 7578), never more than `maxBytes` of it, on disk until it is whole.
 *
 * @throws Refusal NO_FILES_UPLOADED, UPLOAD_TOO_LARGE (the rest of the body is read and dropped first, or the
 *   connection closed when that takes too long), REQUEST_TIMEOUT, TOO_MANY_UPLOADS
 */
export async function receiveFile(call: Exchange, maxBytes: number): Promise<ReceivedFile> {
  const { request, reply } = call;
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBytes + ENVELOPE_BYTES) {
    await drain(request, reply);
    throw new Refusal('UPLOAD_TOO_LARGE');
  }
  const receiving = receivePart(call, maxBytes);
  try {
    return await Promise.race([receiving, stalled(request)]);
  } catch (error) {
    // After a stall the rest comes to nothing by itself, once the connection is closed.
    receiving.catch(() => {});
    throw isAnswerable(error) ? error : new Refusal('MALFORMED_REQUEST', { cause: error });
  }
}

/** Rejects with the refusal when the body stalls. */
const stalled = ({ transfer }: FastifyRequest): Promise<never> =>
  new Promise((_resolve, reject) =>
    transfer?.signal.addEventListener('abort', () => reject(transfer.signal.reason as Refusal)),
  );

/** Whatever else goes wrong while a body comes in (broken multipart, a connection lost) is the sender's. */
const isAnswerable = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof Error && ('statusCode' in error || isOfDisk(error)));

/** Failures of the spool, by Node's codes of the file system. */
const isOfDisk = (error: NodeJS.ErrnoException): boolean =>
  error.syscall !== undefined && error.code !== 'ECONNRESET';

async function receivePart(call: Exchange, maxBytes: number): Promise<ReceivedFile> {
  const parts = call.request.files({
    limits: { fileSize: maxBytes, files: 2, fields: 20, fieldSize: 16 * 1024, parts: 22 },
    throwFileSizeLimit: false,
  });
  const { value: part } = await parts.next();
  if (part === undefined) throw new Refusal('NO_FILES_UPLOADED');
  if (part.fieldname !== 'file') await refusePart(call, part, 'Envie o arquivo no campo "file".');
  const { spool, sha256 } = await collect(call, part);
  try {
    // Taking the first of several would lose the others without a word.
    const { value: another } = await parts.next();
    if (another !== undefined) await refusePart(call, another, 'Envie um arquivo de cada vez.');
    const password = textOf(part.fields['password']);
    const bytes = await intoMemory(call, spool);
    const mayLift = textOf(part.fields['mayLiftRestrictions']) === 'true';
    return {
      sentName: part.filename,
      bytes,
      sha256,
      ...(password === undefined ? {} : { password }),
      ...(mayLift ? { mayLiftRestrictions: true } : {}),
    };
  } finally {
    await spool.close();
  }
}

/** The whole file once there is room for it. The room is given back when the request is answered. */
async function intoMemory({ request, reply }: Exchange, spool: SpoolFile): Promise<Buffer> {
  const giveBack = await request.server.transfers.memory.acquire(spool.sizeBytes);
  if (reply.raw.closed || reply.raw.destroyed) giveBack();
  else reply.raw.once('close', giveBack);
  return spool.read();
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

/** The part, on disk as fast as it comes in. What cannot be kept is read to its end and dropped, then refused. */
async function collect({ request, reply }: Exchange, part: MultipartFile) {
  const hash = createHash('sha256');
  const spool = await SpoolFile.create(request.server.transfers.limits.spoolFolder);
  try {
    let fault: unknown;
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (fault !== undefined) continue;
      try {
        request.transfer?.take(chunk.length);
        hash.update(chunk);
        await spool.write(chunk);
      } catch (error) {
        fault = error;
      }
    }
    if (part.file.truncated) {
      await drain(request, reply);
      throw new Refusal('UPLOAD_TOO_LARGE');
    }
    if (fault !== undefined) throw fault;
    if (spool.sizeBytes === 0) throw new Refusal('NO_FILES_UPLOADED', { detail: 'O arquivo está vazio.' });
    return { spool, sha256: hash.digest('hex') };
  } catch (error) {
    await spool.close();
    throw error;
  }
}
