import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { fetch } from '@lacre/http-client';
import { AwsV4Signer } from 'aws4fetch';

import { BlobStoreUnavailable } from '../port.ts';
import { urlOf, type S3Address } from './s3-address.ts';
import { errorIn, isTransient, S3Error } from './s3-error.ts';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without the prefix; empty for the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

/** How long the beginning of an answer may take, milliseconds, beside what its body takes to be sent. */
const ANSWERED_WITHIN_MS = 10_000;
/** The slowest line that bodies are sent over: bytes a millisecond (256 KiB/s). */
const LEAST_BYTES_PER_MS = 256;
/** After which no other try is begun, milliseconds: an upload waits no longer for its answer. */
const TRIED_FOR_MS = 10_000;

export interface S3Options {
  /** For how long an operation that fails is tried again, milliseconds; 0 for one try. Default 10 s. */
  triedForMs?: number;
}
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/** Tries of one operation, with pauses that grow between them. */
export class Tries {
  readonly #until: number;
  #count = 0;

  constructor({ triedForMs = TRIED_FOR_MS }: S3Options) {
    this.#until = performance.now() + triedForMs;
  }

  /** @throws BlobStoreUnavailable when there is to be no other try */
  async again(error: unknown): Promise<void> {
    if (error instanceof BlobStoreUnavailable) throw error;
    const pauseMs = Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#count);
    this.#count += 1;
    if (!isTransient(error) || performance.now() + pauseMs > this.#until)
      throw new BlobStoreUnavailable(error);
    await sleep(pauseMs);
  }
}

const hashOf = (body: Uint8Array, encoding: 'hex' | 'base64'): string =>
  createHash('sha256').update(body).digest(encoding);

/** Signed requests to one bucket, each tried again while that may help. */
export class S3Client {
  readonly address: S3Address;
  readonly #credentials: S3Credentials;
  readonly #options: S3Options;

  constructor(address: S3Address, credentials: S3Credentials, options: S3Options) {
    this.address = address;
    this.#credentials = credentials;
    this.#options = options;
  }

  /** Of one operation. */
  tries(): Tries {
    return new Tries(this.#options);
  }

  /**
   * The answer, whose body the caller reads or cancels. The bytes sent are signed, so that the service refuses others
   * (`XAmzContentSHA256Mismatch`), and it keeps their checksum.
   *
   * @param expected codes of the service that are answers and no faults: `NoSuchKey`, `PreconditionFailed`
   * @throws BlobStoreUnavailable
   */
  async send<Code extends string = never>(
    request: S3Request,
    expected: readonly Code[] = [],
  ): Promise<Response | Code> {
    const tries = this.tries();
    for (;;) {
      try {
        return await this.#once(request);
      } catch (error) {
        const code = error instanceof S3Error ? expected.find((one) => one === error.code) : undefined;
        if (code !== undefined) return code;
        await tries.again(error);
      }
    }
  }

  async #once(request: S3Request): Promise<Response> {
    const { method, body } = request;
    const signed = await this.#sign(request);
    const late = new AbortController();
    const withinMs = ANSWERED_WITHIN_MS + (body?.byteLength ?? 0) / LEAST_BYTES_PER_MS;
    const timer = setTimeout(
      () => late.abort(new DOMException('no answer in time', 'TimeoutError')),
      withinMs,
    );
    try {
      const response = await fetch(signed.url, {
        method,
        headers: [...signed.headers],
        redirect: 'manual',
        signal: late.signal,
        ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
      });
      if (response.ok) return response;
      throw errorIn(response.status, await response.text());
    } finally {
      clearTimeout(timer);
    }
  }

  #sign({ method, key, query = {}, headers, body }: S3Request) {
    const { address } = this;
    const url = urlOf(address, key === '' ? '' : `${address.prefix}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const sent = body ?? new Uint8Array();
    return new AwsV4Signer({
      ...this.#credentials,
      method,
      url: url.href,
      service: 's3',
      region: address.region,
      headers: {
        ...headers,
        'x-amz-content-sha256': hashOf(sent, 'hex'),
        ...(method === 'PUT' && { 'x-amz-checksum-sha256': hashOf(sent, 'base64') }),
      },
    }).sign();
  }
}
