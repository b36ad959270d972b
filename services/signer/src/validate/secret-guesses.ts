import type { RateLimit } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { secretCode } from '../seal/validation-code.ts';
import { RequestBudget } from './request-budget.ts';

/** Compares the secret codes of ITI's validator, which are short, and limits guesses. */
export class SecretGuesses {
  readonly #budget: RequestBudget;
  readonly #key: Uint8Array;

  /** @param key that secrets are derived from */
  constructor(key: Uint8Array, limit: RateLimit) {
    this.#budget = new RequestBudget(limit);
    this.#key = key;
  }

  /** @throws Refusal DOCUMENT_VALIDATION_DATA_NOT_FOUND when it is another, TOO_MANY_REQUESTS after too many */
  assertRight(code: string, secret: string | undefined): void {
    this.#budget.assertLeft(code);
    if (secret === secretCode(this.#key, code)) return;
    this.#budget.spend(code);
    throw new Refusal('DOCUMENT_VALIDATION_DATA_NOT_FOUND');
  }
}
