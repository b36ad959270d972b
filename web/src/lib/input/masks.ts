import { isValidCnpj, isValidCpf, isValidPlate } from '@lacre/contracts/brazil';

import { isDay } from '@/lib/format/day.ts';

/**
 * How a Brazilian identifier is written as it is typed. Formatting is a function of the characters alone, so
 * typing at any speed, pasting and correcting in the middle all give the same text.
 */
export interface Mask {
  /** Keeps the characters that count, in the stored form: no punctuation, upper case. */
  readonly clean: (text: string) => string;
  /** The value that stands in a pasted text among other words, if there is a valid one. */
  readonly find?: (text: string) => string | undefined;
  /** The text people read; half-typed values are formatted as far as they go. */
  readonly format: (text: string) => string;
  /** Length of the longest formatted value. */
  readonly maxLength: number;
  readonly inputMode: 'numeric' | 'text' | 'tel';
}

export type MaskName = 'cpf' | 'cnpj' | 'phone' | 'cep' | 'plate' | 'date';

function digits(text: string, atMost: number): string {
  return text.replace(/\D/g, '').slice(0, atMost);
}

/** Writes `text` into `pattern`, where each `#` takes one character; stops where the text stops. */
function fill(pattern: string, text: string): string {
  let result = '';
  let index = 0;
  for (const symbol of pattern) {
    if (index >= text.length) break;
    result += symbol === '#' ? text[index++] : symbol;
  }
  return result;
}

/** Twelve letters or digits, then two digits: letters are accepted since July 2026. */
function cleanCnpj(text: string): string {
  const characters = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return characters.slice(0, 12) + characters.slice(12).replace(/\D/g, '').slice(0, 2);
}

/** Drops the country code of a pasted "+55 11 98765-4321". */
function cleanPhone(text: string): string {
  const all = text.replace(/\D/g, '');
  const national =
    (text.trim().startsWith('+55') || all.length > 11) && all.startsWith('55') ? all.slice(2) : all;
  return national.slice(0, 11);
}

/** Three letters, a digit, a letter or digit, two digits: what does not fit its place is left out. */
function cleanPlate(text: string): string {
  let plate = '';
  for (const character of text.toUpperCase()) {
    const fits = [/[A-Z]/, /[A-Z]/, /[A-Z]/, /\d/, /[\dA-Z]/, /\d/, /\d/][plate.length];
    if (fits?.test(character)) plate += character;
  }
  return plate;
}

/** `23/11/2026`, `3.1.26` and so on, where single digits may stand for two. */
const typedParts = (text: string): string =>
  text
    .trim()
    .replace(/^(\d)(?=[/.-])/, '0$1')
    .replace(/^(\d{2}[/.-])(\d)(?=[/.-])/, (_, date: string, month: string) => `${date}0${month}`);

/** The day as `2026-11-23` once it is whole; until then, and where the calendar has no such day, its digits. */
function cleanDate(text: string): string {
  if (isDay(text.trim())) return text.trim();
  const typed = digits(typedParts(text), 8);
  const day = `${typed.slice(4)}-${typed.slice(2, 4)}-${typed.slice(0, 2)}`;
  return isDay(day) ? day : typed;
}

/** `2026-11-23` → `23/11/2026`. */
function formatDate(text: string): string {
  const clean = cleanDate(text);
  const [year, month, date] = clean.split('-');
  return fill('##/##/####', month === undefined ? clean : `${date}${month}${year}`);
}

const PLATE_IN_TEXT = /(?<![0-9A-Z])[A-Z]{3}[\s-]?\d[0-9A-Z]\d{2}(?![0-9A-Z])/gi;
const CNPJ_IN_TEXT =
  /(?<![0-9A-Z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}(?![0-9A-Z])/gi;
const CPF_IN_TEXT = /(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g;

const firstValid = (
  text: string,
  pattern: RegExp,
  clean: (found: string) => string,
  isValid: (clean: string) => boolean,
): string | undefined => (text.match(pattern) ?? []).map(clean).find(isValid);

export const masks: Readonly<Record<MaskName, Mask>> = {
  cpf: {
    clean: (text) => digits(text, 11),
    find: (text) => firstValid(text, CPF_IN_TEXT, (found) => digits(found, 11), isValidCpf),
    format: (text) => fill('###.###.###-##', digits(text, 11)),
    maxLength: 14,
    inputMode: 'numeric',
  },
  cnpj: {
    clean: cleanCnpj,
    find: (text) => firstValid(text, CNPJ_IN_TEXT, cleanCnpj, isValidCnpj),
    format: (text) => fill('##.###.###/####-##', cleanCnpj(text)),
    maxLength: 18,
    inputMode: 'text',
  },
  phone: {
    clean: cleanPhone,
    format: (text) => {
      const clean = cleanPhone(text);
      return fill(clean.length > 10 ? '(##) #####-####' : '(##) ####-####', clean);
    },
    maxLength: 19,
    inputMode: 'tel',
  },
  cep: {
    clean: (text) => digits(text, 8),
    format: (text) => fill('#####-###', digits(text, 8)),
    maxLength: 9,
    inputMode: 'numeric',
  },
  plate: {
    clean: cleanPlate,
    find: (text) => firstValid(text, PLATE_IN_TEXT, cleanPlate, isValidPlate),
    // Plates of the Mercosul pattern are written without a hyphen: it waits for the digit that distinguishes them.
    format: (text) => cleanPlate(text).replace(/^([A-Z]{3})(\d\d.*)$/, '$1-$2'),
    maxLength: 8,
    inputMode: 'text',
  },
  date: { clean: cleanDate, format: formatDate, maxLength: 10, inputMode: 'numeric' },
};

/**
 * Where the caret belongs after formatting: behind the same counted character it was behind before.
 * @param typed the text as the browser left it, with the caret at `caret`
 */
export function caretAfterFormat(mask: Mask, typed: string, caret: number): number {
  const counted = mask.clean(typed.slice(0, caret)).length;
  const formatted = mask.format(typed);
  if (counted === 0) return 0;
  let seen = 0;
  for (let index = 0; index < formatted.length; index++) {
    if (/[0-9A-Z]/i.test(formatted.charAt(index))) seen++;
    if (seen === counted) return index + 1;
  }
  return formatted.length;
}
