import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A file on its way in: on disk, so that a slow sender holds no memory. It has no name from the moment it is open, so
 * that nothing is left after a kill, and its key is in memory alone, so that the disk never holds what it says.
 */
export class SpoolFile {
  readonly #handle: FileHandle;
  readonly #key = randomBytes(32);
  /** A key serves one file, so one counter block does (NIST SP 800-38A §6.5). */
  readonly #counter = Buffer.alloc(16);
  readonly #cipher = createCipheriv('aes-256-ctr', this.#key, this.#counter);
  #sizeBytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(folder: string): Promise<SpoolFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `lacre-spool-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600);
    await rm(path);
    return new SpoolFile(handle);
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.#handle.appendFile(this.#cipher.update(chunk));
    this.#sizeBytes += chunk.byteLength;
  }

  /** All of it. */
  async read(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(this.#sizeBytes);
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) throw new Error('a spooled file is shorter than what was written to it');
      at += bytesRead;
    }
    return createDecipheriv('aes-256-ctr', this.#key, this.#counter).update(bytes);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
