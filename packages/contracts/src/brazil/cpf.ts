import { ERASED } from '../erased.ts';
import { allEqual, checkDigit } from './check-digits.ts';

const BARE = /^\d{11}$/;
const FORMATTED = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
const FIRST_WEIGHTS = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];

/** The 11 bare digits of a CPF written bare or as `xxx.xxx.xxx-xx`; null when it is written neither way. */
export function stripCpf(text: string): string | null {
  const trimmed = text.trim();
  return BARE.test(trimmed) || FORMATTED.test(trimmed) ? trimmed.replaceAll(/\D/g, '') : null;
}

/** Whether the text is a CPF with both check digits right; all-equal digits are refused. */
export function isValidCpf(text: string): boolean {
  const digits = stripCpf(text);
  if (digits === null || allEqual(digits)) return false;
  return digits === cpfFrom(digits.slice(0, 9));
}

/** The CPF whose first nine digits are these. */
export function cpfFrom(base: string): string {
  const first = checkDigit(base, FIRST_WEIGHTS);
  return `${base}${first}${checkDigit(`${base}${first}`, SECOND_WEIGHTS)}`;
}

/** `52998224725` → `529.982.247-25`; anything that is not a CPF comes back as it is. */
export function formatCpf(text: string): string {
  const digits = stripCpf(text);
  return digits === null ? text : digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
}

/** `52998224725` → `***.982.247-**`: what the public may see of a CPF. What was erased says so. */
export function maskCpf(text: string): string {
  if (text === ERASED) return text;
  const digits = stripCpf(text);
  return digits === null ? '***' : digits.replace(/^\d{3}(\d{3})(\d{3})\d{2}$/, '***.$1.$2-**');
}
