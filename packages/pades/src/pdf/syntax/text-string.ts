import { asBuffer } from './characters.ts';

/** PDFDocEncoding where it differs from Latin-1 (ISO 32000-2, Annex D.3). */
const PDF_DOC: ReadonlyMap<number, string> = new Map([
  ...Array.from('˘ˇˆ˙˝˛˚˜', (character, index): [number, string] => [0x18 + index, character]),
  ...Array.from('•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž', (character, index): [number, string] => [
    0x80 + index,
    character,
  ]),
  [0xa0, '€'],
]);

/** Beyond any name or description that is meant to be read. */
const MAX_TEXT_BYTES = 65_536;

/**
 * Decodes a text string: UTF-16BE or UTF-8 by its mark, else PDFDocEncoding (7.9.2.2). What exceeds
 * 64 KB is cut off.
 */
export function decodeText(bytes: Uint8Array): string {
  const buffer = asBuffer(bytes).subarray(0, MAX_TEXT_BYTES);
  if (buffer[0] === 0xfe && buffer[1] === 0xff) {
    const units = Buffer.from(buffer.subarray(2, buffer.length - (buffer.length % 2)));
    return units.swap16().toString('utf16le');
  }
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf)
    return buffer.subarray(3).toString('utf8');
  return Array.from(buffer, (code) => PDF_DOC.get(code) ?? String.fromCharCode(code)).join('');
}

/** Words that a reader which rebuilds a file would find in a literal string, see `checkHiddenSyntax`. */
const SYNTAX = /obj|endstream|trailer|xref|%PDF/;

/**
 * A text string as PDF source: a literal when it is plain ASCII without words of syntax, else UTF-16BE in
 * hexadecimal.
 */
export function encodeText(text: string): string {
  if (/^[\u0020-\u007e]*$/.test(text) && !SYNTAX.test(text))
    return `(${text.replaceAll(/[()\\]/g, String.raw`\$&`)})`;
  const units = Buffer.from(text, 'utf16le').swap16();
  return `<FEFF${units.toString('hex').toUpperCase()}>`;
}

/** Parses a date (7.9.4) such as `D:20260131235959-03'00'`; undefined when it is not one. */
export function decodeDate(bytes: Uint8Array): Date | undefined {
  const match =
    /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:Z(?:00'(?:00'?)?)?|([+-])(\d{2})'(?:(\d{2})'?)?)$/.exec(
      decodeText(bytes),
    );
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const utc = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(utc);
  if (
    date.getUTCMonth() !== month - 1 ||
    date.getUTCDate() !== day ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  ) {
    return undefined;
  }
  const offsetMinutes = Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0);
  return new Date(utc - (match[7] === '-' ? -1 : 1) * offsetMinutes * 60_000);
}

/** A date as PDF source, in UTC. */
export function encodeDate(date: Date): string {
  const digits = date.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return `(D:${digits}Z)`;
}
