import { createHash, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { BlobCorrupted, BlobNotFound, WrongMasterKey } from '../port.ts';
import type { BlobContent, BlobStore, StoredBlob } from '../port.ts';
import { DurableFolders, makeDurably, syncFolder } from './durable-folder.ts';
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

export interface FolderBlobStoreOptions {
  /** Made when missing. On a file system with hard links. */
  folder: string;
  /** 32 bytes. Every data key derives from it: without it nothing can be read. */
  masterKey: Uint8Array;
}

const SHA256_HEX = /^[0-9a-f]{64}$/;
/** Longer than any upload takes: what is older in `incoming/` was left by a process that died. */
const ABANDONED_AFTER_MS = 24 * 3600 * 1000;

/**
 * Opens (or starts) a store in a folder: `blobs/ab/cd/abcd…`, sharded so that no folder grows large,
 * `incoming/` for what is being written, `key-check` to refuse a wrong master key.
 *
 * @throws WrongMasterKey, RangeError for a key of another length
 */
export async function openFolderBlobStore(options: FolderBlobStoreOptions): Promise<BlobStore> {
  if (options.masterKey.byteLength !== 32)
    throw new RangeError('The master key of the blob store has 32 bytes');
  const folder = resolve(options.folder);
  await makeDurably(folder);
  const store = new FolderBlobStore({ ...options, folder });
  await store.prepare();
  return store;
}

class FolderBlobStore implements BlobStore {
  readonly #root: string;
  readonly #incoming: string;
  readonly #masterKey: Uint8Array;
  readonly #folders: DurableFolders;

  constructor(options: FolderBlobStoreOptions) {
    this.#root = options.folder;
    this.#incoming = join(options.folder, 'incoming');
    this.#masterKey = Uint8Array.from(options.masterKey);
    this.#folders = new DurableFolders(options.folder);
  }

  async prepare(): Promise<void> {
    await this.#folders.ensure(this.#incoming);
    await this.#checkMasterKey();
    await this.#removeAbandoned();
  }

  async put(content: BlobContent): Promise<StoredBlob> {
    const incoming = join(this.#incoming, randomUUID());
    try {
      const blob = await this.#write(incoming, content instanceof Uint8Array ? inPieces(content) : content);
      await this.#publish(incoming, blob.sha256);
      return blob;
    } finally {
      await rm(incoming, { force: true });
    }
  }

  async get(sha256: string): Promise<Readable> {
    await this.#statOf(sha256);
    return Readable.from(this.#plainBytes(sha256), { objectMode: false });
  }

  async slice(sha256: string, start: number, end: number): Promise<Readable> {
    if (start < 0 || end < start || end > (await this.size(sha256)))
      throw new RangeError(`no bytes ${start} to ${end} in ${sha256}`);
    return Readable.from(this.#slice(sha256, start, end), { objectMode: false });
  }

  async read(sha256: string): Promise<Buffer> {
    return buffer(await this.get(sha256));
  }

  async has(sha256: string): Promise<boolean> {
    return this.#statOf(sha256).then(
      () => true,
      (error: unknown) => {
        if (error instanceof BlobNotFound) return false;
        throw error;
      },
    );
  }

  async size(sha256: string): Promise<number> {
    const layout = layoutOf((await this.#statOf(sha256)).size);
    if (!layout) throw new BlobCorrupted(sha256, 'its file has a size that no blob has');
    return layout.plainBytes;
  }

  async remove(sha256: string): Promise<void> {
    if (!SHA256_HEX.test(sha256)) return;
    const path = this.#pathOf(sha256);
    try {
      await rm(path);
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
    }
    // Also when it was gone: whoever removed it may not have come so far.
    await syncFolder(dirname(path)).catch((error: unknown) => {
      if (!isCode(error, 'ENOENT')) throw error;
    });
  }

  /** Before this returns the sealed bytes are on the disk, under a name nobody reads. */
  async #write(path: string, source: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    async function* hashed() {
      for await (const chunk of source) {
        hash.update(chunk);
        sizeBytes += chunk.byteLength;
        yield chunk;
      }
    }
    const header = newHeader();
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(header);
      await handle.writeFile(sealFrames(dataKey(this.#masterKey, header), hashed()));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return { sha256: hash.digest('hex'), sizeBytes };
  }

  /**
   * Commit point: the link. Before it a crash leaves a file in `incoming/`, removed at some later start; after
   * it the blob is whole. The folder is synced even when the blob was there: whoever put it may not have come
   * so far yet.
   */
  async #publish(incoming: string, sha256: string): Promise<void> {
    const path = this.#pathOf(sha256);
    await this.#folders.ensure(dirname(path));
    try {
      await link(incoming, path);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      // A good copy takes the place of one that rotted: the answer "stored" must be true.
      if (!(await this.#isIntact(sha256))) await rename(incoming, path);
    }
    await syncFolder(dirname(path));
  }

  async #isIntact(sha256: string): Promise<boolean> {
    const plain = this.#plainBytes(sha256);
    try {
      while (!(await plain.next()).done);
      return true;
    } catch (error) {
      if (error instanceof BlobCorrupted) return false;
      throw error;
    }
  }

  async *#plainBytes(sha256: string): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const plain of this.#frames(sha256, 0)) {
      hash.update(plain);
      yield plain;
    }
    if (hash.digest('hex') !== sha256) throw new BlobCorrupted(sha256, 'it holds another content');
  }

  async *#slice(sha256: string, start: number, end: number): AsyncGenerator<Buffer> {
    let at = Math.floor(start / FRAME_BYTES) * FRAME_BYTES;
    if (end === start) return;
    for await (const plain of this.#frames(sha256, at / FRAME_BYTES)) {
      yield plain.subarray(Math.max(0, start - at), end - at);
      at += plain.byteLength;
      if (at >= end) return;
    }
  }

  /** What the frames hold, from the `first` on, each authentic and in its place. */
  async *#frames(sha256: string, first: number): AsyncGenerator<Buffer> {
    const handle = await open(this.#pathOf(sha256), 'r');
    try {
      const { size: fileBytes } = await handle.stat();
      const layout = layoutOf(fileBytes);
      const header = await readExactly(handle, 0, Math.min(HEADER_BYTES, fileBytes));
      if (!layout || !isHeader(header)) throw new BlobCorrupted(sha256, 'its file is not that of a blob');
      const key = dataKey(this.#masterKey, header);
      for (let index = first; index < layout.frames; index += 1) {
        const { offset, length } = frameAt(index, fileBytes);
        const sealed = await readExactly(handle, offset, length);
        yield openedOrCorrupted(sha256, () => openFrame(key, index, index === layout.frames - 1, sealed));
      }
    } finally {
      await handle.close();
    }
  }

  async #statOf(sha256: string): Promise<{ size: number }> {
    if (!SHA256_HEX.test(sha256)) throw new BlobNotFound(sha256);
    try {
      return await stat(this.#pathOf(sha256));
    } catch (error) {
      if (isCode(error, 'ENOENT')) throw new BlobNotFound(sha256);
      throw error;
    }
  }

  #pathOf(sha256: string): string {
    return join(this.#root, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  async #checkMasterKey(): Promise<void> {
    const path = join(this.#root, 'key-check');
    const expected = Buffer.from(hkdfSync('sha256', this.#masterKey, '', 'lacre blob key check', 32));
    const draft = join(this.#incoming, randomUUID());
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(expected);
      await handle.sync();
    } finally {
      await handle.close();
    }
    try {
      await link(draft, path);
      await syncFolder(this.#root);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    } finally {
      await rm(draft, { force: true });
    }
    const found = await readFile(path);
    if (found.byteLength !== 32 || !timingSafeEqual(found, expected)) {
      throw new WrongMasterKey(
        `a chave dos arquivos guardados (BLOB_MASTER_KEY, ou secrets.json na pasta de dados) não é a desta instalação: ${this.#root} foi cifrada com outra. Restaure-a da cópia de segurança.`,
      );
    }
  }

  async #removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      const modified = await stat(path).then(
        (found) => found.mtimeMs,
        () => Date.now(),
      );
      if (Date.now() - modified > ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
  }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function readExactly(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) return bytes.subarray(0, filled);
    filled += bytesRead;
  }
  return bytes;
}

function openedOrCorrupted(sha256: string, openIt: () => Buffer): Buffer {
  try {
    return openIt();
  } catch {
    throw new BlobCorrupted(sha256, 'a frame is not authentic');
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
