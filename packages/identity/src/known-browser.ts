import { randomBytes } from 'node:crypto';

import type { KeyedDigest } from './keyed-digest.ts';

/** Accounts that one browser is known by. */
const MAX_ACCOUNTS = 8;
const MARK_LENGTH = 32;
/** How long a browser is known without use. */
export const BROWSER_KNOWN_MS = 365 * 86_400_000;

/**
 * A browser and the accounts that signed in from it, in one cookie: a random id, and for each account a keyed digest of
 * both, which cannot be forged. It grants nothing; it only keeps guesses of others from making the owner wait.
 */
export class KnownBrowser {
  readonly id: string;
  readonly #marks: readonly string[];
  readonly #digest: KeyedDigest;

  constructor(digest: KeyedDigest, cookie: string | undefined) {
    const [id = '', ...marks] = (cookie ?? '').split('.');
    this.#digest = digest;
    this.id = /^[\w-]{22}$/.test(id) ? id : randomBytes(16).toString('base64url');
    this.#marks = marks.filter((mark) => /^[\da-f]{32}$/.test(mark)).slice(-MAX_ACCOUNTS);
  }

  knows(email: string): boolean {
    return this.#marks.includes(this.#markOf(email));
  }

  /** The cookie's value once the account has signed in from it. */
  with(email: string): string {
    const own = this.#markOf(email);
    const others = this.#marks.filter((mark) => mark !== own).slice(-(MAX_ACCOUNTS - 1));
    return [this.id, ...others, own].join('.');
  }

  #markOf(email: string): string {
    return this.#digest('known-browser', this.id, email).slice(0, MARK_LENGTH);
  }
}
