import type { RateLimit } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { secretCode } from '../seal/revisions/validation-code.ts';
import { RequestBudget } from './request-budget.ts';

/** Compares the secret codes of ITI's validator, which are short, and limits guesses. */
export class SecretGuesses {
  readonly #budget: RequestBudget;
  readonly #keys: readonly Uint8Array[];

  /** @param keys that secrets are derived from, or were */
  constructor(keys: readonly Uint8Array[], limit: RateLimit) {
    this.#budget = new RequestBudget(limit);
    this.#keys = keys;
  }

  /** @throws Refusal DOCUMENT_VALIDATION_DATA_NOT_FOUND when it is another, TOO_MANY_REQUESTS after too many */
  assertRight(code: string, secret: string | undefined): void {
    this.#budget.assertLeft(code);
    if (this.#keys.some((key) => secret === secretCode(key, code))) return;
    this.#budget.spend(code);
    throw new Refusal('DOCUMENT_VALIDATION_DATA_NOT_FOUND');
  }
}
