import { checkDigit } from '../brazil/check-digits.ts';
import { cpfFrom } from '../brazil/cpf.ts';

const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** A valid CPF for a running number, so that every test has people of its own. */
export const cpfOf = (number: number): string => cpfFrom(String(100_000_000 + (number % 800_000_000)));

/** A valid alphanumeric CNPJ for a running number, so that every test has companies of its own. */
export function cnpjOf(number: number): string {
  const base = `${number.toString(36).toUpperCase().padStart(8, '0').slice(-8)}0001`;
  const first = checkDigit(base, CNPJ_WEIGHTS.slice(1));
  return `${base}${first}${checkDigit(`${base}${first}`, CNPJ_WEIGHTS)}`;
}
