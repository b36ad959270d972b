/** Encrypted bytes that are stored: how many, and any of them. Holds nothing open. */
export interface SealedObject {
  sizeBytes: number;
  /**
   * From `start` up to and without `end`, read no faster than they are consumed. Fewer when the object was exchanged or
   * cut meanwhile: who decrypts them notices.
   */
  bytes(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** Encrypted bytes that have all come and have no name yet. */
export interface Draft {
  /**
   * Resolves once they survive a loss of power under the address: the commit point of a blob.
   *
   * @returns false when something has the address already, which is left as it is unless it is to be replaced
   */
  publish(sha256: string, options: { replaces: boolean }): Promise<boolean>;
  /** What was not published leaves nothing behind. */
  discard(): Promise<void>;
}

/**
 * Where encrypted blobs lie by their addresses, which are always 64 hexadecimal digits here. Knows nothing of keys and
 * contents: `SealedBlobStore` makes a `BlobStore` of it.
 */
export interface SealedPlace {
  /** For people: a folder, a bucket. */
  readonly where: string;
  /** Takes all bytes in small memory. Rejects with the source's own error, and nothing is kept. */
  draft(source: AsyncIterable<Uint8Array>): Promise<Draft>;
  open(sha256: string): Promise<SealedObject | undefined>;
  /** As of the port: gone for good, or never there. */
  remove(sha256: string): Promise<void>;
  /** In ascending order, each greater than `after`. */
  addresses(after: string): AsyncIterable<string>;
  /** Keeps what tells one master key from another, unless one is kept already. @returns what is kept */
  keepKeyCheck(expected: Buffer): Promise<Buffer>;
  /** Keeps that in place of what is kept; whole, or as it was. */
  replaceKeyCheck(content: Buffer): Promise<void>;
}
