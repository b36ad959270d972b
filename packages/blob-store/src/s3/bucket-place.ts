import { BlobNotFound } from '../port.ts';
import type { Draft, SealedObject, SealedPlace } from '../sealed/sealed-place.ts';
import { isAnswered, type S3Bucket, type S3Object } from './s3-bucket.ts';
import { spool, type Spooled } from './spool.ts';

const FOLDER = 'blobs/';
const KEY_CHECK = 'key-check';
const ADDRESS = /^blobs\/[0-9a-f]{2}\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/** Larger objects are sent in parts of this size; each is in memory while it is sent. */
export const PART_BYTES = 8 * 1024 * 1024;
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MOST_PARTS = 10_000;

/** As the folder names them, so that one may be copied to the other as it is. */
const keyOf = (sha256: string): string => `${FOLDER}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

/**
 * A bucket, by the folder's names. An object's address is known once all of it has come: until then it waits here, so
 * that it is sent once, under its own name, and each request can be tried again with the same bytes.
 */
export class BucketPlace implements SealedPlace {
  readonly #bucket: S3Bucket;
  readonly #spoolFolder: string;

  constructor(bucket: S3Bucket, spoolFolder: string) {
    this.#bucket = bucket;
    this.#spoolFolder = spoolFolder;
  }

  get where(): string {
    return this.#bucket.where;
  }

  async draft(source: AsyncIterable<Uint8Array>): Promise<Draft> {
    const spooled = await spool(source, this.#spoolFolder);
    return {
      publish: (sha256, { replaces }) => this.#publish(keyOf(sha256), spooled, replaces),
      discard: () => spooled.discard(),
    };
  }

  async open(sha256: string): Promise<SealedObject | undefined> {
    const key = keyOf(sha256);
    const found = await this.#bucket.head(key);
    if (found === undefined) return undefined;
    return {
      sizeBytes: found.sizeBytes,
      bytes: (start, end) => this.#bytes(sha256, found, { start, end }),
    };
  }

  /** @throws BlobNotFound when it was removed since it was found */
  async *#bytes(
    sha256: string,
    found: S3Object,
    range: { start: number; end: number },
  ): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#bucket.bytes(keyOf(sha256), found, range);
    } catch (error) {
      throw isAnswered(error, 'NoSuchKey') ? new BlobNotFound(sha256) : error;
    }
  }

  remove(sha256: string): Promise<void> {
    return this.#bucket.remove(keyOf(sha256));
  }

  async *addresses(after: string): AsyncGenerator<string> {
    for await (const key of this.#bucket.keys(FOLDER, after === '' ? {} : { after: keyOf(after) })) {
      const [, sha256] = ADDRESS.exec(key) ?? [];
      if (sha256 !== undefined) yield sha256;
    }
  }

  async keepKeyCheck(expected: Buffer): Promise<Buffer> {
    const kept = await this.#bucket.read(KEY_CHECK);
    if (kept !== undefined) return kept;
    if (await this.#bucket.put(KEY_CHECK, expected, { replaces: false })) return expected;
    return (await this.#bucket.read(KEY_CHECK)) ?? Buffer.alloc(0);
  }

  async replaceKeyCheck(content: Buffer): Promise<void> {
    await this.#bucket.put(KEY_CHECK, content, { replaces: true });
  }

  /** Commit point: the service's answer to the last request, before which nothing is visible. */
  async #publish(key: string, spooled: Spooled, replaces: boolean): Promise<boolean> {
    const { sizeBytes } = spooled;
    if (sizeBytes <= PART_BYTES) {
      const whole = Buffer.concat(await Array.fromAsync(spooled.pieces(sizeBytes)));
      return this.#bucket.put(key, whole, { replaces });
    }
    // What is there already is not sent first.
    if (!replaces && (await this.#bucket.head(key)) !== undefined) return false;
    const partBytes = Math.max(PART_BYTES, Math.ceil(sizeBytes / MOST_PARTS));
    return this.#bucket.putParts(key, spooled.pieces(partBytes), { replaces });
  }
}
