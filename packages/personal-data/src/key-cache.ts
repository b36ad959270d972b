import type { SubjectKey } from './subject-key.ts';

interface Kept {
  key: SubjectKey;
  untilMs: number;
}

export interface KeyCacheOptions {
  /** Keys kept at most. */
  capacity: number;
  /** How long one is kept without asking again, milliseconds. */
  lifeMs: number;
  now?: () => number;
}

/** Keys in use, in memory alone: the most recent ones, each for a short while, and not a moment after an erasure. */
export class KeyCache {
  readonly #kept = new Map<string, Kept>();
  readonly #options: Required<KeyCacheOptions>;
  #isOpen = false;

  constructor(options: KeyCacheOptions) {
    this.#options = { now: Date.now, ...options };
  }

  /** While it is closed nothing is kept: a destroyed key would go unnoticed. */
  open(): void {
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
    this.#kept.clear();
  }

  get(subject: string): SubjectKey | undefined {
    const kept = this.#kept.get(subject);
    if (kept === undefined) return undefined;
    if (kept.untilMs > this.#options.now()) return kept.key;
    this.#kept.delete(subject);
    return undefined;
  }

  put(subject: string, key: SubjectKey): void {
    if (!this.#isOpen) return;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= this.#options.capacity && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.delete(subject);
    this.#kept.set(subject, { key, untilMs: this.#options.now() + this.#options.lifeMs });
  }

  drop(subject: string): void {
    this.#kept.delete(subject);
  }

  get size(): number {
    return this.#kept.size;
  }
}
