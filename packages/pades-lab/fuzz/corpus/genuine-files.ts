import { createHash } from 'node:crypto';

import { sameButForCertificates } from '../targets/same-but-for-certificates.ts';
import type { GenuineFile, Seed } from './seed.ts';

/** Every file that was sealed, at every level: nothing else may be called genuine. */
export class GenuineFiles {
  readonly #known: Set<string>;
  readonly #sizes: Set<number>;
  readonly #prefixes = new WeakMap<Uint8Array, number>();

  readonly #files: readonly Seed[];

  /** @param files among which the genuine ones are, for a closer look */
  constructor(genuine: readonly GenuineFile[], files: readonly Seed[]) {
    this.#files = files;
    this.#known = new Set(genuine.map((file) => file.sha256));
    this.#sizes = new Set(genuine.map(({ sizeBytes }) => sizeBytes));
  }

  has(bytes: Uint8Array): boolean {
    return this.#sizes.has(bytes.length) && this.#known.has(sha256(bytes));
  }

  /** Genuine in all but issuers' certificates that no signature covers and that have been left out. */
  hasButForCertificates(bytes: Uint8Array): boolean {
    return this.#files.some((file) => this.has(file.bytes) && sameButForCertificates(bytes, file.bytes));
  }

  /** Those that were taken in since the start. */
  readonly added: GenuineFile[] = [];

  /** Takes in a genuine file that its owner continued. */
  add(bytes: Uint8Array): void {
    this.addKnown([{ sizeBytes: bytes.length, sha256: sha256(bytes) }]);
  }

  /** Takes in what another thread did. */
  addKnown(files: readonly GenuineFile[]): void {
    for (const file of files) {
      if (this.#known.has(file.sha256)) continue;
      this.#known.add(file.sha256);
      this.#sizes.add(file.sizeBytes);
      this.added.push(file);
    }
  }

  /** Length of the shortest genuine file that this one begins with, and is not; 0 when there is none. */
  beginningOf(bytes: Uint8Array): number {
    const known = this.#prefixes.get(bytes);
    if (known !== undefined) return known;
    const sizes = [...this.#sizes].filter((size) => size < bytes.length).toSorted((a, b) => a - b);
    const found = sizes.find((size) => this.has(bytes.subarray(0, size))) ?? 0;
    this.#prefixes.set(bytes, found);
    return found;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
