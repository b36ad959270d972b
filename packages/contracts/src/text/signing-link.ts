import type { Language } from './languages.ts';

/**
 * The address of an invitation, short enough for one line of a mail: the ids of the process and the person, 16 bytes
 * each, in base64url (RFC 4648, section 5). It says what `/document?process=…&person=…` says, and proves as little.
 */
const PATH = '/a/';
const ID_DIGITS = 32;
const UUID_PARTS = [8, 4, 4, 4, 12];

/**
 * Path of the page where a participant reads and signs.
 * @param processId UUID @param personId UUID @param language that the page is to be in, where that is known
 */
export function signingPath(processId: string, personId: string, language?: Language): string {
  const digits = `${processId}${personId}`.replaceAll('-', '');
  const bytes = digits.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  const code = btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${PATH}${code}${language === undefined ? '' : `?language=${language}`}`;
}

/** What the last part of such a path names; undefined for a text that is none. */
export function readSigningCode(code: string): { process: string; person: string } | undefined {
  if (!/^[\w-]{43}$/.test(code)) return undefined;
  const bytes = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
  const digits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return { process: uuidOf(digits.slice(0, ID_DIGITS)), person: uuidOf(digits.slice(ID_DIGITS)) };
}

function uuidOf(digits: string): string {
  let from = 0;
  return UUID_PARTS.map((length) => digits.slice(from, (from += length))).join('-');
}
