import type { Readable } from 'node:stream';

/** What may be stored: bytes at hand, or a stream of them. */
export type BlobContent = Uint8Array | AsyncIterable<Uint8Array>;

export interface StoredBlob {
  /** SHA-256 of the plain bytes, lower-case hexadecimal: the blob's address. */
  sha256: string;
  sizeBytes: number;
}

/**
 * Bytes by the SHA-256 of what they are. Every adapter holds these promises; `describeBlobStore` in
 * `@lacre/blob-store/testing` checks them. What is stored is encrypted, and is never altered: there is no
 * other content it could be altered to.
 */
export interface BlobStore {
  /**
   * Resolves only when the blob can be read after the loss of this process or of the machine's power. Storing
   * what is there already changes nothing and gives the same answer. When it rejects (with the source's own
   * error, if that failed) nothing is visible under any address. Streams pass through in small memory.
   */
  put(content: BlobContent): Promise<StoredBlob>;

  /**
   * The bytes as a stream, read no faster than it is consumed. It ends cleanly only when every byte was
   * authentic and together they hash to the address; else it fails with {@link BlobCorrupted}. What a
   * consumer does on the way must wait for that end before it counts.
   *
   * @throws BlobNotFound
   */
  get(sha256: string): Promise<Readable>;

  /**
   * The bytes from `start` up to and without `end`, as a stream. Every byte is authentic and in its place, but that
   * the blob as a whole hashes to its address is not checked: for readers who check the whole themselves.
   *
   * @throws BlobNotFound, RangeError when the blob has no such bytes
   */
  slice(sha256: string, start: number, end: number): Promise<Readable>;

  /** The bytes at once, checked. @throws BlobNotFound, BlobCorrupted */
  read(sha256: string): Promise<Buffer>;

  has(sha256: string): Promise<boolean>;

  /** Of the plain bytes. @throws BlobNotFound, BlobCorrupted when what is stored cannot be a blob */
  size(sha256: string): Promise<number>;

  /**
   * Resolves only when the blob is gone and stays gone after a loss of power; what is not there is gone already.
   * A reader under way may still come to the end, or finds nothing there. Only for blobs that one owner alone names: a caller that stores the
   * same bytes at this moment may lose them.
   */
  remove(sha256: string): Promise<void>;

  /**
   * The address of every blob, in ascending order, each greater than `after` where that is given. One that is stored or
   * removed meanwhile may be named or not.
   */
  addresses(options?: { after?: string }): AsyncIterable<string>;
}

/**
 * A store whose master key may be replaced while it is used. What a former key encrypted is read as before; new blobs
 * go by the current one.
 */
export interface RekeyableBlobStore extends BlobStore {
  /**
   * Encrypts by the current master key what only a former one opens. Each blob by itself: it may be ended and begun
   * again anywhere, by any number of processes. What is damaged stays as it is, for `lacre fsck` to name.
   *
   * @returns how many were encrypted anew
   */
  reencrypt(signal: AbortSignal): Promise<number>;

  /** Whether an undamaged blob is left that only a former master key opens. */
  needsFormerKeys(): Promise<boolean>;

  /** From then on the current master key alone opens the store. */
  retireFormerKeys(): Promise<void>;
}

/** Nothing is stored at the address (or it is no address at all). */
export class BlobNotFound extends Error {
  override name = 'BlobNotFound';
  readonly sha256: string;

  constructor(sha256: string) {
    super(`No blob ${sha256}`);
    this.sha256 = sha256;
  }
}

/** What is stored at the address is not what was put there: altered, truncated, reordered or exchanged. */
export class BlobCorrupted extends Error {
  override name = 'BlobCorrupted';
  readonly sha256: string;

  constructor(sha256: string, what: string) {
    super(`Blob ${sha256} is corrupted: ${what}`);
    this.sha256 = sha256;
  }
}

/**
 * The store cannot be reached, did not answer in time or refused the request. A blob that was being stored may have
 * been: storing it again is the same.
 */
export class BlobStoreUnavailable extends Error {
  override name = 'BlobStoreUnavailable';

  constructor(cause: unknown) {
    super('the blob store is not available', { cause });
  }
}

/**
 * The store was filled under another master key; reading or adding to it with this one would lose data. The message is
 * for people.
 */
export class WrongMasterKey extends Error {
  override name = 'WrongMasterKey';
}
