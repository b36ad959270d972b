import { allEqual, checkDigit } from './check-digits.ts';

const BARE = /^[0-9A-Z]{12}\d{2}$/;
const FORMATTED = /^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}$/;
const FIRST_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND_WEIGHTS = [6, ...FIRST_WEIGHTS];

/**
 * The 14 bare upper-case characters of a CNPJ, numeric or alphanumeric, written bare or as `NN.NNN.NNN/NNNN-NN`;
 * null when it is written neither way.
 */
export function stripCnpj(text: string): string | null {
  const upper = text.trim().toUpperCase();
  return BARE.test(upper) || FORMATTED.test(upper) ? upper.replaceAll(/[^0-9A-Z]/g, '') : null;
}

/** Whether the text is a CNPJ with both check digits right; all-equal characters are refused. */
export function isValidCnpj(text: string): boolean {
  const characters = stripCnpj(text);
  if (characters === null || allEqual(characters)) return false;
  const first = checkDigit(characters, FIRST_WEIGHTS);
  const second = checkDigit(`${characters.slice(0, 12)}${first}`, SECOND_WEIGHTS);
  return characters.endsWith(`${first}${second}`);
}

/** `12ABC34501DE35` → `12.ABC.345/01DE-35`; anything that is not a CNPJ comes back as it is. */
export function formatCnpj(text: string): string {
  const characters = stripCnpj(text);
  return characters === null
    ? text
    : characters.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}
