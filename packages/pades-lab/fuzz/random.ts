import { createHash } from 'node:crypto';

/**
 * Random numbers that are the same for the same name, on every machine: an input of a run can be made
 * again by its number. sfc32 of PractRand, started from a SHA-256.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(...name: readonly (string | number)[]) {
    const digest = createHash('sha256').update(name.join('/')).digest();
    this.#a = digest.readInt32LE(0);
    this.#b = digest.readInt32LE(4);
    this.#c = digest.readInt32LE(8);
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** 32 bits. */
  next(): number {
    const out = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + out) | 0;
    return out >>> 0;
  }

  /** A whole number from 0 up to, not including, `limit`; 0 when there is none. */
  below(limit: number): number {
    return limit <= 0 ? 0 : Math.floor((this.next() / 2 ** 32) * limit);
  }

  /** From `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability * 2 ** 32;
  }

  pick<T>(list: readonly [T, ...T[]]): T;
  pick<T>(list: readonly T[]): T | undefined;
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** Mostly small: 1 with one half, 2 with a quarter, and so on up to `most`. */
  few(most: number): number {
    let count = 1;
    while (count < most && this.chance(0.5)) count += 1;
    return count;
  }

  bytes(length: number): Buffer {
    const out = Buffer.alloc(length);
    for (let at = 0; at < length; at += 1) out[at] = this.next() & 0xff;
    return out;
  }
}
