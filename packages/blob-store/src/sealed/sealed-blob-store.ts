import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { BlobCorrupted, BlobNotFound, WrongMasterKey } from '../port.ts';
import type { BlobContent, BlobStore, StoredBlob } from '../port.ts';
import { ExactReader } from './exact-reader.ts';
import {
  dataKey,
  FRAME_BYTES,
  frameAt,
  HEADER_BYTES,
  isHeader,
  layoutOf,
  newHeader,
  openFrame,
  sealFrames,
} from './frames.ts';
import type { SealedObject, SealedPlace } from './sealed-place.ts';

const SHA256_HEX = /^[0-9a-f]{64}$/;

/** @throws RangeError for a master key of another length than 32 bytes */
export function assertMasterKey(masterKey: Uint8Array): void {
  if (masterKey.byteLength !== 32) throw new RangeError('The master key of the blob store has 32 bytes');
}

/**
 * Every blob encrypted before it leaves this process, wherever it is kept, and checked as it comes back: the one place
 * where blobs are encrypted.
 *
 * @throws WrongMasterKey, RangeError for a key of another length
 */
export async function openSealedBlobStore(place: SealedPlace, masterKey: Uint8Array): Promise<BlobStore> {
  assertMasterKey(masterKey);
  const key = Uint8Array.from(masterKey);
  const expected = Buffer.from(hkdfSync('sha256', key, '', 'lacre blob key check', 32));
  const found = await place.keepKeyCheck(expected);
  if (found.byteLength !== 32 || !timingSafeEqual(found, expected))
    throw new WrongMasterKey(
      `a chave dos arquivos guardados (BLOB_MASTER_KEY, ou secrets.json na pasta de dados) não é a desta instalação: ${place.where} foi cifrada com outra. Restaure-a da cópia de segurança.`,
    );
  return new SealedBlobStore(place, key);
}

class SealedBlobStore implements BlobStore {
  readonly #place: SealedPlace;
  readonly #masterKey: Uint8Array;

  constructor(place: SealedPlace, masterKey: Uint8Array) {
    this.#place = place;
    this.#masterKey = masterKey;
  }

  async put(content: BlobContent): Promise<StoredBlob> {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const source = content instanceof Uint8Array ? inPieces(content) : content;
    async function* hashed() {
      for await (const chunk of source) {
        hash.update(chunk);
        sizeBytes += chunk.byteLength;
        yield chunk;
      }
    }
    const draft = await this.#place.draft(this.#sealed(hashed()));
    try {
      const sha256 = hash.digest('hex');
      const isNew = await draft.publish(sha256, { replaces: false });
      // A good copy takes the place of one that rotted: the answer "stored" must be true.
      if (!isNew && !(await this.#isIntact(sha256))) await draft.publish(sha256, { replaces: true });
      return { sha256, sizeBytes };
    } finally {
      await draft.discard();
    }
  }

  async get(sha256: string): Promise<Readable> {
    const object = await this.#found(sha256);
    return Readable.from(this.#plainBytes(sha256, object), { objectMode: false });
  }

  async slice(sha256: string, start: number, end: number): Promise<Readable> {
    const object = await this.#found(sha256);
    const { plainBytes } = layoutIn(sha256, object);
    if (start < 0 || end < start || end > plainBytes)
      throw new RangeError(`no bytes ${start} to ${end} in ${sha256}`);
    return Readable.from(this.#slice(sha256, object, { start, end }), { objectMode: false });
  }

  async read(sha256: string): Promise<Buffer> {
    return buffer(await this.get(sha256));
  }

  async has(sha256: string): Promise<boolean> {
    return SHA256_HEX.test(sha256) && (await this.#place.open(sha256)) !== undefined;
  }

  async size(sha256: string): Promise<number> {
    return layoutIn(sha256, await this.#found(sha256)).plainBytes;
  }

  async remove(sha256: string): Promise<void> {
    if (SHA256_HEX.test(sha256)) await this.#place.remove(sha256);
  }

  addresses({ after = '' }: { after?: string } = {}): AsyncIterable<string> {
    return this.#place.addresses(after);
  }

  async *#sealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    const header = newHeader();
    yield header;
    yield* sealFrames(dataKey(this.#masterKey, header), source);
  }

  async #found(sha256: string): Promise<SealedObject> {
    const object = SHA256_HEX.test(sha256) ? await this.#place.open(sha256) : undefined;
    if (object === undefined) throw new BlobNotFound(sha256);
    return object;
  }

  async #isIntact(sha256: string): Promise<boolean> {
    try {
      const plain = this.#plainBytes(sha256, await this.#found(sha256));
      while (!(await plain.next()).done);
      return true;
    } catch (error) {
      if (error instanceof BlobCorrupted || error instanceof BlobNotFound) return false;
      throw error;
    }
  }

  async *#plainBytes(sha256: string, object: SealedObject): AsyncGenerator<Buffer> {
    const { frames } = layoutIn(sha256, object);
    const reader = new ExactReader(object.bytes(0, object.sizeBytes));
    const hash = createHash('sha256');
    try {
      const key = this.#keyOf(sha256, await reader.read(HEADER_BYTES));
      for (let index = 0; index < frames; index += 1) {
        const plain = await opened(reader, { sha256, key, index, object, isLast: index === frames - 1 });
        hash.update(plain);
        yield plain;
      }
    } finally {
      await reader.close();
    }
    if (hash.digest('hex') !== sha256) throw new BlobCorrupted(sha256, 'it holds another content');
  }

  async *#slice(
    sha256: string,
    object: SealedObject,
    { start, end }: { start: number; end: number },
  ): AsyncGenerator<Buffer> {
    if (end === start) return;
    const { frames } = layoutIn(sha256, object);
    const first = Math.floor(start / FRAME_BYTES);
    const last = Math.floor((end - 1) / FRAME_BYTES);
    const key = await this.#readKey(sha256, object);
    const until = frameAt(last, object.sizeBytes);
    const from = frameAt(first, object.sizeBytes).offset;
    const reader = new ExactReader(object.bytes(from, until.offset + until.length));
    try {
      for (let index = first; index <= last; index += 1) {
        const plain = await opened(reader, { sha256, key, index, object, isLast: index === frames - 1 });
        const at = index * FRAME_BYTES;
        yield plain.subarray(Math.max(0, start - at), end - at);
      }
    } finally {
      await reader.close();
    }
  }

  async #readKey(sha256: string, object: SealedObject): Promise<Buffer> {
    const reader = new ExactReader(object.bytes(0, HEADER_BYTES));
    try {
      return this.#keyOf(sha256, await reader.read(HEADER_BYTES));
    } finally {
      await reader.close();
    }
  }

  #keyOf(sha256: string, header: Buffer): Buffer {
    if (!isHeader(header)) throw new BlobCorrupted(sha256, 'what is stored is not a blob');
    return dataKey(this.#masterKey, header);
  }
}

/** @throws BlobCorrupted when no blob has such a size */
function layoutIn(sha256: string, { sizeBytes }: SealedObject) {
  const layout = layoutOf(sizeBytes);
  if (!layout) throw new BlobCorrupted(sha256, 'what is stored has a size that no blob has');
  return layout;
}

interface FrameToOpen {
  sha256: string;
  key: Buffer;
  index: number;
  object: SealedObject;
  isLast: boolean;
}

/** The next frame, authentic and in its place. */
async function opened(
  reader: ExactReader,
  { sha256, key, index, object, isLast }: FrameToOpen,
): Promise<Buffer> {
  const sealed = await reader.read(frameAt(index, object.sizeBytes).length);
  try {
    return openFrame(key, index, isLast, sealed);
  } catch {
    throw new BlobCorrupted(sha256, 'a frame is not authentic');
  }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
