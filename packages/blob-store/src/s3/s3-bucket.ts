import { setTimeout as sleep } from 'node:timers/promises';

import { BlobStoreUnavailable } from '../port.ts';
import { s3Place, type S3Address } from './s3-address.ts';
import { S3Client, type S3Credentials, type S3Options } from './s3-client.ts';
import { S3Error } from './s3-error.ts';
import { textOf, textsOf } from './xml.ts';

/** What an object is known by, as it was when it was asked for. */
export interface S3Object {
  sizeBytes: number;
  etag: string;
}

/** How long the next bytes of a body may take, milliseconds. */
const STALLED_AFTER_MS = 10_000;
/** What is written anew every few seconds is exchanged between two requests once in a while, and hardly twice in a row. */
const READ_TRIES = 5;
const BINARY = 'application/octet-stream';

/** The objects of one bucket whose names begin with the address's prefix; keys here are what follows it. */
export class S3Bucket {
  readonly client: S3Client;

  constructor(address: S3Address, credentials: S3Credentials, options: S3Options = {}) {
    this.client = new S3Client(address, credentials, options);
  }

  /** For people. */
  get where(): string {
    return s3Place(this.client.address);
  }

  /** @throws BlobStoreUnavailable */
  async head(key: string): Promise<S3Object | undefined> {
    const answer = await this.client.send({ method: 'HEAD', key }, ['NoSuchKey']);
    if (answer === 'NoSuchKey') return undefined;
    const { headers } = answer;
    return { sizeBytes: Number(headers.get('content-length')), etag: headers.get('etag') ?? '' };
  }

  /** All of a small object, as it was at one moment: one that is exchanged meanwhile is read anew. @throws BlobStoreUnavailable */
  async read(key: string): Promise<Buffer | undefined> {
    for (let triesLeft = READ_TRIES; ; triesLeft -= 1) {
      const found = await this.head(key);
      if (found === undefined) return undefined;
      try {
        const chunks = this.bytes(key, found, { start: 0, end: found.sizeBytes });
        return Buffer.concat(await Array.fromAsync(chunks));
      } catch (error) {
        if (triesLeft === 1 || !isAnswered(error, 'PreconditionFailed')) throw error;
      }
    }
  }

  /**
   * From `start` up to and without `end`, of the object as it was found: a connection that is lost is made again, and
   * goes on where it was.
   *
   * @throws BlobStoreUnavailable, also when the object was exchanged meanwhile
   */
  async *bytes(
    key: string,
    { etag }: S3Object,
    { start, end }: { start: number; end: number },
  ): AsyncGenerator<Uint8Array> {
    let tries = this.client.tries();
    for (let at = start; at < end;) {
      const range = { range: `bytes=${at}-${end - 1}`, 'if-match': etag };
      const answer = await this.client.send({ method: 'GET', key, headers: range });
      const chunks = arriving(answer.body);
      /** Undefined at the end, or where the rest is to be asked for again. */
      const next = async (): Promise<Uint8Array | undefined> => {
        try {
          if (at > 0 && answer.status !== 206)
            throw new S3Error(answer.status, 'NoRange', 'ranges are ignored');
          const { value, done } = await chunks.next();
          if (done !== true) return value;
          if (at < end) throw new Error('the body ended early');
        } catch (error) {
          await tries.again(error);
        }
        return undefined;
      };
      try {
        for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
          at += chunk.byteLength;
          tries = this.client.tries();
          yield chunk;
        }
      } finally {
        await chunks.return(undefined);
      }
    }
  }

  /**
   * @param replaces whether what is there is overwritten; else it is left as it is
   * @returns false when something was there and is left
   * @throws BlobStoreUnavailable
   */
  async put(key: string, body: Uint8Array, { replaces }: { replaces: boolean }): Promise<boolean> {
    const headers = { 'content-type': BINARY, ...(replaces ? {} : { 'if-none-match': '*' }) };
    const answer = await this.client.send({ method: 'PUT', key, headers, body }, ['PreconditionFailed']);
    return answer !== 'PreconditionFailed' && finished(answer);
  }

  /**
   * What is too large for one request, part by part; nothing is visible before all of them are there.
   *
   * @returns as `put` does
   * @throws BlobStoreUnavailable, or what reading a part throws
   */
  async putParts(
    key: string,
    parts: AsyncIterable<Uint8Array>,
    { replaces }: { replaces: boolean },
  ): Promise<boolean> {
    const uploadId = await this.#beginParts(key);
    try {
      const sent: string[] = [];
      for await (const body of parts) sent.push(await this.#putPart(key, uploadId, sent.length + 1, body));
      const isNew = await this.#endParts(key, uploadId, { sent, replaces });
      if (!isNew) await this.#abortParts(key, uploadId);
      return isNew;
    } catch (error) {
      // What cannot be taken back now is left to the bucket's rule for uploads that were given up.
      await this.#abortParts(key, uploadId).catch(() => {});
      throw error;
    }
  }

  /** @throws BlobStoreUnavailable */
  async remove(key: string): Promise<void> {
    const answer = await this.client.send({ method: 'DELETE', key }, ['NoSuchKey']);
    if (answer !== 'NoSuchKey') await finished(answer);
  }

  /** Names that begin with `under`, in the order of their bytes, each greater than `after`. @throws BlobStoreUnavailable */
  async *keys(under: string, { after = '', atOnce = 1000 } = {}): AsyncGenerator<string> {
    const { prefix } = this.client.address;
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        prefix: `${prefix}${under}`,
        'max-keys': String(atOnce),
        ...(after !== '' && { 'start-after': `${prefix}${after}` }),
        ...(token !== undefined && { 'continuation-token': token }),
      };
      const answer = await this.client.send({ method: 'GET', key: '', query });
      const xml = await answer.text();
      for (const key of textsOf(xml, 'Key')) yield key.slice(prefix.length);
      token = textOf(xml, 'NextContinuationToken');
    } while (token !== undefined);
  }

  async #beginParts(key: string): Promise<string> {
    const headers = { 'content-type': BINARY, 'x-amz-checksum-algorithm': 'SHA256' };
    const answer = await this.client.send({ method: 'POST', key, query: { uploads: '' }, headers });
    const uploadId = textOf(await answer.text(), 'UploadId');
    if (uploadId === undefined) throw new S3Error(answer.status, 'NoUploadId', 'the answer names no upload');
    return uploadId;
  }

  /** @returns the element that names the part at the end */
  async #putPart(key: string, uploadId: string, number: number, body: Uint8Array): Promise<string> {
    const query = { partNumber: String(number), uploadId };
    const answer = await this.client.send({ method: 'PUT', key, query, body });
    await finished(answer);
    const checksum = answer.headers.get('x-amz-checksum-sha256');
    const checked = checksum === null ? '' : `<ChecksumSHA256>${checksum}</ChecksumSHA256>`;
    return `<Part><PartNumber>${number}</PartNumber><ETag>${answer.headers.get('etag')}</ETag>${checked}</Part>`;
  }

  async #endParts(
    key: string,
    uploadId: string,
    { sent, replaces }: { sent: readonly string[]; replaces: boolean },
  ): Promise<boolean> {
    const body = Buffer.from(
      `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${sent.join('')}</CompleteMultipartUpload>`,
    );
    const headers = { 'content-type': 'application/xml', ...(replaces ? {} : { 'if-none-match': '*' }) };
    const tries = this.client.tries();
    for (;;) {
      // A try whose answer was lost may have ended it: then there is no such upload, and the object is there.
      const answer = await this.client.send({ method: 'POST', key, query: { uploadId }, headers, body }, [
        'PreconditionFailed',
        'NoSuchUpload',
      ]);
      if (answer === 'PreconditionFailed') return false;
      if (answer === 'NoSuchUpload') {
        if ((await this.head(key)) !== undefined) return false;
        await tries.again(
          new S3Error(404, 'NoSuchUpload', 'the upload is gone, and the object is not there'),
        );
        continue;
      }
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html: an error may come with 200.
      const code = textOf(await answer.text(), 'Code');
      if (code === undefined) return true;
      await tries.again(new S3Error(code === 'InternalError' ? 500 : 400, code, 'after 200'));
    }
  }

  async #abortParts(key: string, uploadId: string): Promise<void> {
    const answer = await this.client.send({ method: 'DELETE', key, query: { uploadId } }, ['NoSuchUpload']);
    if (answer !== 'NoSuchUpload') await finished(answer);
  }
}

/** The connection is free again once the body was read. */
async function finished(answer: Response): Promise<true> {
  await answer.arrayBuffer();
  return true;
}

/** The chunks of a body, none of which may take long; who is slow to take them is given time. */
async function* arriving(body: Response['body']): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const over = new AbortController();
      const stalled = sleep(STALLED_AFTER_MS, undefined, { signal: over.signal, ref: false }).then(() => {
        throw new DOMException('the body stalled', 'TimeoutError');
      });
      stalled.catch(() => {});
      const next = await Promise.race([reader.read(), stalled]).finally(() => over.abort());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Also of a reader who leaves early: the connection would be held for ever.
    await reader.cancel().catch(() => {});
  }
}

/** Whether a request failed because the service answered it so. */
export const isAnswered = (error: unknown, code: string): boolean =>
  error instanceof BlobStoreUnavailable && error.cause instanceof S3Error && error.cause.code === code;
