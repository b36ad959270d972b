import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { BlobCorrupted, BlobNotFound } from '../port.ts';
import type { BlobContent, RekeyableBlobStore, StoredBlob } from '../port.ts';
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
  openingKey,
  sealFrames,
} from './frames.ts';
import { checkMasterKeys, retireFormerKeys, type MasterKeyRing } from './master-keys.ts';
import type { SealedObject, SealedPlace } from './sealed-place.ts';

const SHA256_HEX = /^[0-9a-f]{64}$/;

/**
 * Every blob encrypted before it leaves this process, wherever it is kept, and checked as it comes back: the one place
 * where blobs are encrypted.
 *
 * @throws WrongMasterKey, RangeError for a key of another length
 */
export async function openSealedBlobStore(
  place: SealedPlace,
  ring: MasterKeyRing,
): Promise<RekeyableBlobStore> {
  await checkMasterKeys(place, ring);
  return new SealedBlobStore(place, ring);
}

class SealedBlobStore implements RekeyableBlobStore {
  readonly #place: SealedPlace;
  readonly #ring: MasterKeyRing;

  constructor(place: SealedPlace, ring: MasterKeyRing) {
    this.#place = place;
    this.#ring = ring;
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

  /** Each frame goes where it stays: joined at the end, the bytes would be held twice. */
  async read(sha256: string): Promise<Buffer> {
    const object = await this.#found(sha256);
    const whole = Buffer.allocUnsafeSlow(layoutIn(sha256, object).plainBytes);
    let filled = 0;
    for await (const frame of this.#plainBytes(sha256, object)) filled += frame.copy(whole, filled);
    return whole;
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

  async reencrypt(signal: AbortSignal): Promise<number> {
    let count = 0;
    for await (const sha256 of this.#underFormerKeys()) {
      if (signal.aborted) break;
      if (await this.#encryptAnew(sha256)) count += 1;
    }
    return count;
  }

  async needsFormerKeys(): Promise<boolean> {
    for await (const sha256 of this.#underFormerKeys()) if (await this.#isIntact(sha256)) return true;
    return false;
  }

  retireFormerKeys(): Promise<void> {
    return retireFormerKeys(this.#place, this.#ring);
  }

  /** One that no key opens is damaged, and not among them. */
  async *#underFormerKeys(): AsyncGenerator<string> {
    if (this.#ring.length === 1) return;
    for await (const sha256 of this.#place.addresses('')) {
      const object = await this.#place.open(sha256);
      const opening = object && (await this.#openingKey(object));
      if (opening !== undefined && opening !== this.#ring[0]) yield sha256;
    }
  }

  /** Commit point: the publication. Before it a crash leaves the former object, after it the blob is whole under the current key. */
  async #encryptAnew(sha256: string): Promise<boolean> {
    try {
      const draft = await this.#place.draft(
        this.#sealed(this.#plainBytes(sha256, await this.#found(sha256))),
      );
      try {
        // One that was removed meanwhile stays removed.
        if (!(await this.has(sha256))) return false;
        await draft.publish(sha256, { replaces: true });
        return true;
      } finally {
        await draft.discard();
      }
    } catch (error) {
      if (error instanceof BlobCorrupted || error instanceof BlobNotFound) return false;
      throw error;
    }
  }

  async *#sealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    const header = newHeader();
    yield header;
    yield* sealFrames(dataKey(this.#ring[0], header), source);
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
      const key = await this.#keyOf(sha256, object, await reader.read(HEADER_BYTES));
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
      return await this.#keyOf(sha256, object, await reader.read(HEADER_BYTES));
    } finally {
      await reader.close();
    }
  }

  /** Of one master key there is nothing to choose: a frame that it does not open is not authentic. */
  async #keyOf(sha256: string, object: SealedObject, header: Buffer): Promise<Buffer> {
    if (!isHeader(header)) throw new BlobCorrupted(sha256, 'what is stored is not a blob');
    const masterKey = this.#ring.length === 1 ? this.#ring[0] : await this.#openingKey(object);
    if (masterKey === undefined) throw new BlobCorrupted(sha256, 'a frame is not authentic');
    return dataKey(masterKey, header);
  }

  /** The master key that opens the first frame, if one does. */
  async #openingKey(object: SealedObject): Promise<Uint8Array | undefined> {
    const frames = layoutOf(object.sizeBytes)?.frames;
    if (frames === undefined) return undefined;
    const { offset, length } = frameAt(0, object.sizeBytes);
    const reader = new ExactReader(object.bytes(0, offset + length));
    try {
      const [header, frame] = [await reader.read(HEADER_BYTES), await reader.read(length)];
      return openingKey(this.#ring, { header, frame, isLast: frames === 1 });
    } finally {
      await reader.close();
    }
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
