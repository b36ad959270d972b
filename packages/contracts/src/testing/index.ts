import { checkDigit } from '../brazil/check-digits.ts';

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

function withCheckDigits(base: string, weights: readonly number[]): string {
  const first = checkDigit(base, weights.slice(1));
  return `${base}${first}${checkDigit(`${base}${first}`, weights)}`;
}

/** A valid CPF for a running number, so that every test has people of its own. */
export const cpfOf = (number: number): string =>
  withCheckDigits(String(100_000_000 + (number % 800_000_000)), CPF_WEIGHTS);

/** A valid alphanumeric CNPJ for a running number, so that every test has companies of its own. */
export const cnpjOf = (number: number): string =>
  withCheckDigits(`${number.toString(36).toUpperCase().padStart(8, '0').slice(-8)}0001`, CNPJ_WEIGHTS);
