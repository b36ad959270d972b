import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

import {
  BlobCorrupted,
  BlobNotFound,
  openFolderBlobStore,
  WrongMasterKey,
  type BlobStore,
} from '@lacre/blob-store';

import type { BackupKeys } from './backup-key.ts';
import { BackupRefused } from './backup-refused.ts';
import { MANIFEST, readManifest, writeManifest, type Manifest, type Part } from './manifest.ts';

const PARTS = 'parts';
const FILES = 'files';

/**
 * A backup: `manifest`, its parts in `parts`, and the installation's files in `files`, each by its SHA-256 and encrypted.
 * Files that neither the manifest nor the log in it names are left over from an interrupted run.
 */
export class BackupFolder {
  readonly path: string;
  readonly files: BlobStore;
  readonly #parts: BlobStore;
  /** Of the last run that came to its end; undefined before the first. */
  manifest: Manifest | undefined;
  readonly #key: Buffer;

  private constructor(path: string, stores: Stores, manifest: Manifest | undefined, key: Buffer) {
    this.path = path;
    this.files = stores.files;
    this.#parts = stores.parts;
    this.manifest = manifest;
    this.#key = key;
  }

  /** To be added to; made when it is missing. @throws BackupRefused */
  static async toWrite(path: string, keys: BackupKeys): Promise<BackupFolder> {
    const manifest = await readManifest(path, keys.manifest);
    const entries = await readdir(path).catch(() => []);
    if (manifest === undefined && entries.some((name) => !isOwn(name)))
      throw new BackupRefused(`${path} não está vazia, e não é uma cópia de segurança: indique outra pasta.`);
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      return new BackupFolder(path, await openStores(path, keys, false), manifest, keys.manifest);
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (syscall === undefined) throw error;
      throw new BackupRefused(`não é possível escrever em ${path} (${code}).`);
    }
  }

  /** As it is, whatever medium it lies on. @throws BackupRefused */
  static async toRead(path: string, keys: BackupKeys): Promise<WholeBackup> {
    const manifest = await readManifest(path, keys.manifest);
    if (manifest === undefined)
      throw new BackupRefused(`não há uma cópia de segurança em ${path} (falta o arquivo ${MANIFEST}).`);
    const stores = await openStores(path, keys, true);
    return new BackupFolder(path, stores, manifest, keys.manifest) as WholeBackup;
  }

  /** Commit point of a run. */
  async commit(manifest: Manifest): Promise<void> {
    await writeManifest(this.path, this.#key, manifest);
    this.manifest = manifest;
  }

  /** Keeps lines of text, compressed. */
  async keepLines(lines: Iterable<string> | AsyncIterable<string>): Promise<Part> {
    const text = Readable.from(ended(lines), { objectMode: false });
    // What fails in the source fails in the reader of the last stream.
    return this.#parts.put(pipeline(text, createGzip(), () => {}));
  }

  /** @param what names the part for people @throws BackupRefused when it is not there, or was altered */
  async *linesOf(part: Part, what: string): AsyncGenerator<string> {
    try {
      const plain = pipeline(await this.#parts.get(part.sha256), createGunzip(), () => {});
      yield* linesIn(plain);
    } catch (error) {
      throw faultOfPart(error, what) ?? error;
    }
  }

  /** Removes every part that the manifest does not name: of former runs, and of runs that came to no end. */
  async removeOtherParts(): Promise<void> {
    const { log, tables, keys, erasures } = this.manifest!;
    const own = new Set(
      [...log.segments, tables.before, tables.after, keys, erasures].map(({ sha256 }) => sha256),
    );
    for await (const sha256 of this.#parts.addresses())
      if (!own.has(sha256)) await this.#parts.remove(sha256);
  }

  /** SHA-256 of every file of the installation's that lies in it, named by anything or not. */
  fileHashes(): Promise<string[]> {
    return Array.fromAsync(this.files.addresses());
  }
}

/** One that can be put back. */
export type WholeBackup = BackupFolder & { manifest: Manifest };

interface Stores {
  parts: BlobStore;
  files: BlobStore;
}

const isOwn = (name: string): boolean => name === PARTS || name === FILES || name.startsWith('.');

/** Lines end with U+000A alone: texts of JSON may hold whatever else ends lines elsewhere. */
async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** In pieces of some size: a line at a time would be a chunk at a time all the way down. */
async function* ended(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = '';
  for await (const line of lines) {
    held += `${line}\n`;
    if (held.length < 65_536) continue;
    yield Buffer.from(held);
    held = '';
  }
  if (held !== '') yield Buffer.from(held);
}

async function openStores(path: string, keys: BackupKeys, readOnly: boolean): Promise<Stores> {
  return {
    parts: await openStore(path, PARTS, keys, readOnly),
    files: await openStore(path, FILES, keys, readOnly),
  };
}

const openStore = (path: string, name: string, { files: masterKey }: BackupKeys, readOnly: boolean) =>
  openFolderBlobStore({ folder: join(path, name), masterKey, readOnly }).catch((error: unknown) => {
    if (error instanceof WrongMasterKey)
      throw new BackupRefused(
        `${join(path, name)} foi cifrada com outra chave que não a desta cópia de segurança, ou não é dela. Nada foi escrito.`,
      );
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new BackupRefused(`a cópia de segurança está incompleta: falta ${join(path, name)}.`);
    throw error;
  });

/** Undefined for what is no fault of the backup. */
export function faultOfPart(error: unknown, what: string): BackupRefused | undefined {
  if (error instanceof BlobNotFound)
    return new BackupRefused(`a cópia de segurança está incompleta: falta ${what} (${error.sha256}).`);
  if (error instanceof BlobCorrupted)
    return new BackupRefused(`na cópia de segurança, ${what} foi alterado (${error.sha256}).`);
  return undefined;
}
