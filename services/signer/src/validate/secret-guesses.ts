import { Refusal } from '@lacre/http';

import { secretCode } from '../seal/validation-code.ts';
import { RequestBudget } from './request-budget.ts';

/** Wrong secrets that one code takes in an hour, from wherever they come: of a million, half take years. */
const GUESSES_PER_HOUR = 20;

/** Compares the secret codes of ITI's validator, which are short, and bounds how often anyone may guess one. */
export class SecretGuesses {
  readonly #budget = new RequestBudget({ requests: GUESSES_PER_HOUR, windowMs: 3_600_000 });
  readonly #key: Uint8Array;

  /** @param key that secrets are derived from */
  constructor(key: Uint8Array) {
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
