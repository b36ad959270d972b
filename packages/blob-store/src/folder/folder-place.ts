import { randomUUID } from 'node:crypto';
import { link, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { BlobNotFound } from '../port.ts';
import type { Draft, SealedObject, SealedPlace } from '../sealed/sealed-place.ts';
import { DurableFolders, syncFolder } from './durable-folder.ts';

/** Longer than any upload takes: what is older in `incoming/` was left by a process that died. */
const ABANDONED_AFTER_MS = 24 * 3600 * 1000;
/** Read at once. */
const CHUNK_BYTES = 256 * 1024;
const SHA256_HEX = /^[0-9a-f]{64}$/;
const KEY_CHECK = 'key-check';

/**
 * A folder: `blobs/ab/cd/abcd…`, sharded so that no folder grows large, `incoming/` for what is being written,
 * `key-check` to refuse a wrong master key.
 */
export class FolderPlace implements SealedPlace {
  readonly where: string;
  readonly #incoming: string;
  readonly #folders: DurableFolders;
  readonly #readOnly: boolean;

  /**
   * @param folder exists
   * @param options.readOnly whether nothing is to be made in it
   */
  constructor(folder: string, { readOnly }: { readOnly: boolean }) {
    this.where = folder;
    this.#readOnly = readOnly;
    this.#incoming = join(folder, 'incoming');
    this.#folders = new DurableFolders(folder);
  }

  async prepare(): Promise<void> {
    await this.#folders.ensure(this.#incoming);
    await this.#removeAbandoned();
  }

  /** Before this returns the bytes are on the disk, under a name that is not read. */
  async draft(source: AsyncIterable<Uint8Array>): Promise<Draft> {
    const path = join(this.#incoming, randomUUID());
    const discard = () => rm(path, { force: true });
    try {
      const handle = await open(path, 'wx', 0o600);
      try {
        await handle.writeFile(source);
        await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      await discard();
      throw error;
    }
    return { publish: (sha256, { replaces }) => this.#publish(path, sha256, replaces), discard };
  }

  async open(sha256: string): Promise<SealedObject | undefined> {
    const path = this.#pathOf(sha256);
    try {
      const { size } = await stat(path);
      return { sizeBytes: size, bytes: (start, end) => this.#bytes(sha256, start, end) };
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  async remove(sha256: string): Promise<void> {
    const path = this.#pathOf(sha256);
    await rm(path, { force: true });
    // Also when it was gone: the process that removed it may not have come so far.
    await syncFolder(dirname(path)).catch((error: unknown) => {
      if (!isCode(error, 'ENOENT')) throw error;
    });
  }

  async *addresses(after: string): AsyncGenerator<string> {
    const root = join(this.where, 'blobs');
    for (const first of await namesIn(root)) {
      if (first < after.slice(0, 2)) continue;
      for (const second of await namesIn(join(root, first))) {
        if (first + second < after.slice(0, 4)) continue;
        for (const name of await namesIn(join(root, first, second)))
          if (SHA256_HEX.test(name) && name > after) yield name;
      }
    }
  }

  async keepKeyCheck(expected: Buffer): Promise<Buffer> {
    if (!this.#readOnly)
      await this.#placeKeyCheck(expected, link).catch((error: unknown) => {
        if (!isCode(error, 'EEXIST')) throw error;
      });
    return readFile(join(this.where, KEY_CHECK));
  }

  replaceKeyCheck(content: Buffer): Promise<void> {
    return this.#placeKeyCheck(content, rename);
  }

  async #placeKeyCheck(
    content: Buffer,
    place: (draft: string, path: string) => Promise<void>,
  ): Promise<void> {
    const draft = join(this.#incoming, randomUUID());
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    try {
      await place(draft, join(this.where, KEY_CHECK));
      await syncFolder(this.where);
    } finally {
      await rm(draft, { force: true });
    }
  }

  /**
   * Commit point: the link. Before it a crash leaves a file in `incoming/`, removed at some later start; after
   * it the blob is whole. The folder is synced even when the blob was there: the process that put it may not have come
   * so far yet.
   */
  async #publish(incoming: string, sha256: string, replaces: boolean): Promise<boolean> {
    const path = this.#pathOf(sha256);
    await this.#folders.ensure(dirname(path));
    const isNew = await (replaces ? rename(incoming, path) : link(incoming, path)).then(
      () => true,
      (error: unknown) => {
        if (isCode(error, 'EEXIST')) return false;
        throw error;
      },
    );
    await syncFolder(dirname(path));
    return isNew;
  }

  /** @throws BlobNotFound when it was removed since it was found */
  async *#bytes(sha256: string, start: number, end: number): AsyncGenerator<Buffer> {
    try {
      yield* bytesOf(this.#pathOf(sha256), start, end);
    } catch (error) {
      throw isCode(error, 'ENOENT') ? new BlobNotFound(sha256) : error;
    }
  }

  #pathOf(sha256: string): string {
    return join(this.where, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
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

async function* bytesOf(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    for (let at = start; at < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
      const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** In ascending order; none where there is no folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
