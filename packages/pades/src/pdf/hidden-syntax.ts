import { asBuffer, isDigit, isWhiteSpace, latin1 } from './syntax/characters.ts';
import type { IndirectObject } from './syntax/indirect-object.ts';
import { PdfSyntaxError } from './syntax/pdf-syntax-error.ts';
import { PdfStream } from './syntax/pdf-values.ts';
import type { XrefSection } from './syntax/xref-section.ts';

/** What the cross-reference accounts for: every object and section of every revision. */
export interface AccountedSyntax {
  readonly objects: readonly IndirectObject[];
  readonly sections: readonly XrefSection[];
}

/** White space, NUL included, and comments: what may stand between two words. */
const SPACE = String.raw`(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])`;
/** The two numbers before `obj`. */
const HEADER = new RegExp(String.raw`\d${SPACE}+\d+${SPACE}*$`);
const DICTIONARY = new RegExp(`^${SPACE}*<<`);
const ONLY_SPACE = new RegExp(String.raw`^${SPACE}*(?:%[^\r\n]*)?$`);
/** How far from a keyword its numbers or its dictionary are looked for. */
const WINDOW_BYTES = 4096;
/** Words that have to be looked at closely, before the file is refused for having too many: honest files have a few. */
const MAX_CLOSE_LOOKS = 500;

/**
 * Refuses a file in whose raw bytes a reader that rebuilds the cross-reference would find what the cross-reference
 * does not list. PDFium, MuPDF and Ghostscript go by words, pdf.js and Poppler by lines, and none knows the Length
 * of every stream: the data of streams, strings and comments are searched like the rest of the file. Data are
 * looked at as they lie in the file, encoded, for that is what is searched.
 *
 * @param bytes the file up to the end of the newest revision
 * @throws PdfSyntaxError `layout-hidden-syntax`
 */
export function checkHiddenSyntax(bytes: Uint8Array, accounted: AccountedSyntax): void {
  const file = asBuffer(bytes);
  const listed = listedKeywords(file, accounted);
  const insideObject = extentFinder(accounted.objects);
  const look = { remaining: MAX_CLOSE_LOOKS };
  eachKeyword(file, ([keyword, isSyntax], at) => {
    if (listed.get(keyword)?.has(at) || !isSyntax({ file, at, look, insideObject })) return;
    throw new PdfSyntaxError('layout-hidden-syntax', at, `"${keyword}" that no cross-reference accounts for`);
  });
}

interface Occurrence {
  readonly file: Buffer;
  readonly at: number;
  readonly look: { remaining: number };
  readonly insideObject: (at: number) => boolean;
}

/** Each keyword, and whether an occurrence that nothing accounts for is syntax to some reader. */
const KEYWORDS: readonly (readonly [keyword: string, isSyntax: (found: Occurrence) => boolean])[] = [
  ['obj', isObjectKeyword],
  ['endstream', () => true],
  ['trailer', isTrailer],
  ['xref', isTable],
  ['startxref', ({ at, insideObject }) => insideObject(at)],
  ['%PDF-', ({ file, at, insideObject }) => isLineEnd(file[at - 1]) && insideObject(at)],
];

/** Length of the shortest keyword. */
const WINDOW = 3;
/** How far a window of three bytes may move on, by its last byte (Horspool's rule for several words). */
const SHIFTS = new Uint8Array(256).fill(WINDOW);
for (const [keyword] of KEYWORDS)
  for (let index = 0; index < WINDOW; index += 1) {
    const code = keyword.charCodeAt(index);
    SHIFTS[code] = Math.min(SHIFTS[code] as number, WINDOW - 1 - index);
  }

const BY_FIRST_BYTE = Array.from({ length: 256 }, (_, code) =>
  KEYWORDS.filter(([keyword]) => keyword.charCodeAt(0) === code),
);

/** Meets every keyword in the file, but at its first byte, in one pass whose cost no filling of the file raises. */
function eachKeyword(file: Buffer, meet: (keyword: (typeof KEYWORDS)[number], at: number) => void): void {
  const last = file.length - WINDOW;
  for (let at = 1; at <= last;) {
    const shift = SHIFTS[file[at + WINDOW - 1] as number] as number;
    if (shift > 0) {
      at += shift;
      continue;
    }
    for (const entry of BY_FIRST_BYTE[file[at] as number] ?? [])
      if (isAt(file, at, entry[0])) meet(entry, at);
    at += 1;
  }
}

function isAt(file: Buffer, at: number, keyword: string): boolean {
  for (let index = 0; index < keyword.length; index += 1)
    if (file[at + index] !== keyword.charCodeAt(index)) return false;
  return true;
}

const isLineEnd = (code: number | undefined): boolean => code === 0x0a || code === 0x0d;

/** `endobj`, or `obj` after two numbers; Poppler takes longer words that begin so for `obj`, too. */
function isObjectKeyword({ file, at, look }: Occurrence): boolean {
  if (latin1(file, Math.max(0, at - 3), at) === 'end') return true;
  const previous = file[at - 1];
  if (!isWhiteSpace(previous) && !isDigit(previous)) return false;
  look.remaining -= 1;
  const window = latin1(file, Math.max(0, at - WINDOW_BYTES), at);
  // A line that begins before the window may be a comment, with the numbers before it.
  const isLongLine = window.length === WINDOW_BYTES && !/[\r\n]/.test(window.slice(0, WINDOW_BYTES / 2));
  return look.remaining < 0 || isLongLine || HEADER.test(window);
}

function isTrailer({ file, at, look }: Occurrence): boolean {
  const next = file[at + 'trailer'.length];
  if (!isWhiteSpace(next) && next !== 0x3c && next !== 0x25) return false;
  look.remaining -= 1;
  const start = at + 'trailer'.length;
  const window = latin1(file, start, start + WINDOW_BYTES);
  return look.remaining < 0 || DICTIONARY.test(window) || ONLY_SPACE.test(window);
}

/** First on its line: pdf.js passes over everything from there to the next trailer. */
function isTable({ file, at }: Occurrence): boolean {
  if (!isWhiteSpace(file[at + 'xref'.length])) return false;
  let start = at - 1;
  while (start > 0 && isWhiteSpace(file[start]) && !isLineEnd(file[start])) start -= 1;
  return isLineEnd(file[start]);
}

/** Offsets at which keywords stand that the cross-reference accounts for. */
function listedKeywords(file: Buffer, { objects, sections }: AccountedSyntax): Map<string, Set<number>> {
  const listed = new Map(KEYWORDS.map(([keyword]) => [keyword, new Set<number>()]));
  const noteObject = (start: number, end: number, isStream: boolean): void => {
    listed
      .get('obj')
      ?.add(file.indexOf('obj', start))
      .add(end - 'obj'.length);
    if (isStream) listed.get('endstream')?.add(file.lastIndexOf('endstream', end - 'endobj'.length));
  };
  for (const { start, end, value } of objects) noteObject(start, end, value instanceof PdfStream);
  for (const { kind, offset, end, trailer } of sections) {
    if (kind === 'stream') {
      noteObject(offset, end, true);
    } else {
      listed.get('xref')?.add(file.indexOf('xref', offset));
      listed.get('trailer')?.add(file.lastIndexOf('trailer', trailer.start));
    }
  }
  return listed;
}

/** Whether an offset lies inside one of the objects, which do not overlap. */
function extentFinder(objects: readonly IndirectObject[]): (at: number) => boolean {
  const sorted = objects.toSorted((a, b) => a.start - b.start);
  return (at) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as IndirectObject).start <= at) low = middle + 1;
      else high = middle;
    }
    const nearest = sorted[low - 1];
    return nearest !== undefined && at < nearest.end;
  };
}
