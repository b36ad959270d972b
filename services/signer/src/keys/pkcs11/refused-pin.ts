import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { putFile } from '../durable-files.ts';

const scryptOf = promisify<string, Buffer, number, Buffer>(scrypt);
const FILE = 'pkcs11-pin-refused';
const SALT_BYTES = 16;

/**
 * Remembers a PIN that a token refused, as a salted hash, for every process of the installation and over restarts: a
 * supervisor that starts a process again and again would lock the token with it.
 */
export class RefusedPin {
  readonly #folder: string;

  /** @param folder of the seal's keys */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async isIt(pin: string): Promise<boolean> {
    const kept = await readFile(join(this.#folder, FILE)).catch(() => undefined);
    if (kept === undefined || kept.length !== 2 * SALT_BYTES) return false;
    const hash = await scryptOf(pin, kept.subarray(0, SALT_BYTES), SALT_BYTES);
    return timingSafeEqual(hash, kept.subarray(SALT_BYTES));
  }

  async note(pin: string): Promise<void> {
    const salt = randomBytes(SALT_BYTES);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await putFile(this.#folder, FILE, Buffer.concat([salt, await scryptOf(pin, salt, SALT_BYTES)]));
  }

  /** The token took a PIN. */
  async forget(): Promise<void> {
    await rm(join(this.#folder, FILE), { force: true });
  }
}
