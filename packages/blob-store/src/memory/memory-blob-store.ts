import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { BlobNotFound } from '../port.ts';
import type { BlobContent, BlobStore, StoredBlob } from '../port.ts';

/** For unit tests: lives and dies with the process, so it holds every promise but those about a loss of it. */
export class MemoryBlobStore implements BlobStore {
  readonly #blobs = new Map<string, Buffer>();

  async put(content: BlobContent): Promise<StoredBlob> {
    const chunks: Uint8Array[] = [];
    if (content instanceof Uint8Array) chunks.push(content);
    else for await (const chunk of content) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#blobs.set(sha256, bytes);
    return { sha256, sizeBytes: bytes.byteLength };
  }

  async get(sha256: string): Promise<Readable> {
    return Readable.from([await this.read(sha256)], { objectMode: false });
  }

  async slice(sha256: string, start: number, end: number): Promise<Readable> {
    const bytes = await this.read(sha256);
    if (start < 0 || end < start || end > bytes.byteLength)
      throw new RangeError(`no bytes ${start} to ${end} in ${sha256}`);
    return Readable.from([bytes.subarray(start, end)], { objectMode: false });
  }

  async read(sha256: string): Promise<Buffer> {
    const bytes = this.#blobs.get(sha256);
    if (!bytes) throw new BlobNotFound(sha256);
    return Buffer.from(bytes);
  }

  async has(sha256: string): Promise<boolean> {
    return this.#blobs.has(sha256);
  }

  async size(sha256: string): Promise<number> {
    return (await this.read(sha256)).byteLength;
  }

  async remove(sha256: string): Promise<void> {
    this.#blobs.delete(sha256);
  }

  async *addresses({ after = '' }: { after?: string } = {}): AsyncGenerator<string> {
    for (const sha256 of [...this.#blobs.keys()].toSorted()) if (sha256 > after) yield sha256;
  }
}
