import { z } from 'zod';

import { MAX_LINE_LENGTH, MAX_SEARCH_LENGTH, MAX_TAG_LENGTH } from '../limits.ts';
import { hasWebAddress } from '../text/web-address.ts';

/** Text that people write. */

/**
 * Control characters, lone surrogates, and the invisible ones that reorder or hide text (Unicode Cc, Cs, of Cf the
 * bidirectional controls and zero-width ones, and letters and symbols that are drawn as nothing: Hangul fillers, the
 * empty Braille cell): a name on an evidence page must read as what it is.
 */
const HIDDEN = String.raw`\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0`;
const UNPRINTABLE = String.raw`\u0000-\u001f\u007f-\u009f${HIDDEN}`;
/** As `UNPRINTABLE`, but lines may be broken. */
const UNPRINTABLE_IN_TEXT = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f${HIDDEN}`;
/** What `trim` takes away (ECMA-262, 22.1.3.32). */
const BLANK = String.raw`\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** Whether a text has none of these characters, nor half of one. */
const without = (characters: string) => {
  const pattern = new RegExp(String.raw`[${characters}\p{Cs}]`, 'u');
  return (text: string): boolean => !pattern.test(text);
};
/**
 * As `without`, of a text before it is trimmed, in the document. JSON has no halves of characters.
 * @param least characters (code points) of a text that is not blank, once it is trimmed
 */
function patternWithout(characters: string, mayBeBlank: boolean, least = 1): string {
  const end = `[^${characters}${BLANK}]`;
  const more = `[^${characters}]{${Math.max(least - 2, 0)},}${end}`;
  const text = `${end}${least > 1 ? more : `(?:${more})?`}[${BLANK}]*`;
  return `^[${BLANK}]*${mayBeBlank ? `(?:${text})?` : text}$`;
}

/** Single-line text of people: trimmed, not blank, printable. Its length is that of what was sent. */
export const line = (label: string, maximum = MAX_LINE_LENGTH) =>
  z
    .string(`Por favor, insira ${label}`)
    .max(maximum, `No máximo ${maximum} caracteres`)
    .trim()
    .min(1, `Por favor, insira ${label}`)
    .refine(without(UNPRINTABLE), 'Há caracteres que não podem ser usados aqui')
    .meta({ pattern: patternWithout(UNPRINTABLE, false) });

/**
 * A name on input: older events may have any name. It stands in mails and on evidence
 * pages, where programs make links of web addresses.
 */
export const newName = (label: string, maximum?: number) =>
  line(label, maximum).refine((name) => !hasWebAddress(name), 'Um nome não pode ter um endereço da internet');

/** Text of people in one or more lines: trimmed, printable; whether it may be blank is the caller's rule. */
export const paragraph = (maximum: number) =>
  z
    .string()
    .max(maximum, `No máximo ${maximum} caracteres`)
    .trim()
    .refine(without(UNPRINTABLE_IN_TEXT), 'Há caracteres que não podem ser usados aqui')
    .meta({ pattern: patternWithout(UNPRINTABLE_IN_TEXT, true) });

/** As `paragraph`, but not blank. */
export const filledParagraph = (maximum: number, label: string) =>
  paragraph(maximum)
    .min(1, `Por favor, insira ${label}`)
    .meta({ pattern: patternWithout(UNPRINTABLE_IN_TEXT, false) });

/**
 * As `line`, but it may be blank: whether that is refused, and how, is the caller's rule.
 * @param shortest how many characters (code points) a text has at least that is not blank, and the message for one with
 * fewer
 */
export const lineOrBlank = (maximum: number, shortest = { least: 1, message: '' }) =>
  z
    .string()
    .max(maximum, `No máximo ${maximum} caracteres`)
    .trim()
    .refine(without(UNPRINTABLE), 'Há caracteres que não podem ser usados aqui')
    .refine((text) => text === '' || Array.from(text).length >= shortest.least, shortest.message)
    .meta({ pattern: patternWithout(UNPRINTABLE, true, shortest.least) });

/** Name of a tag. */
export const tagName = line('a etiqueta', MAX_TAG_LENGTH);

/** A search text. */
export const searchText = lineOrBlank(MAX_SEARCH_LENGTH);
