import type { PdfReader } from './pdf-reader.ts';
import { isRegular } from './syntax/characters.ts';
import { PdfArray, type PdfDict, PdfRef, PdfStream } from './syntax/pdf-values.ts';

/**
 * Whether two pieces of PDF source are the same tokens, written alike. Values are not compared: `2` and `2.0`
 * are one number, and readers that want a whole number take only the first; the same goes for numbers of
 * more digits than a reader counts with, escapes in names, and whatever else is written in two ways.
 *
 * Only what every reader passes over may differ: spaces, tabs and line ends between tokens. Strings may be
 * written in another way where no reader is known to read that differently.
 */
export function sameSource(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (!a || !b) return a === b;
  return Buffer.compare(a, b) === 0 || tokensBeyond(a, b) === 0;
}

/** Whether an object is written alike in two states of a file; the data of a stream must be the same bytes. */
export function sameObject(before: PdfReader, after: PdfReader, num: number): boolean {
  const [old, now] = [before.object(num), after.object(num)];
  if (old instanceof PdfStream !== now instanceof PdfStream) return false;
  if (old instanceof PdfStream && now instanceof PdfStream && Buffer.compare(old.data, now.data) !== 0) {
    return false;
  }
  return sameSource(before.sourceOf(num), after.sourceOf(num));
}

/** Whether two dictionaries have the same under a key, or both nothing. */
export function sameEntry(a: PdfDict | undefined, b: PdfDict | undefined, key: string): boolean {
  return sameSource(a && entrySource(a, key), b && entrySource(b, key));
}

/** Keys that were added, removed or written in another way between two dictionaries. */
export function differingKeys(a: PdfDict, b: PdfDict): string[] {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()]);
  return [...keys].filter((key) => !sameEntry(a, b, key));
}

/**
 * The references that an array gained at its end.
 *
 * @returns undefined when it is not the array that it was, with nothing but references after it
 */
export function gainedReferences(before: PdfArray | undefined, after: PdfArray): PdfRef[] | undefined {
  const kept = before?.items.length ?? 0;
  const added = after.items.slice(kept).filter((item) => item instanceof PdfRef);
  if (kept + added.length !== after.items.length) return undefined;
  const old = before ? inside(before) : new Uint8Array();
  // A number at the end could become the first part of a reference: so tokens are counted, three for each.
  return tokensBeyond(old, inside(after)) === 3 * added.length ? added : undefined;
}

function inside({ source, start, end }: PdfArray): Uint8Array {
  return source.subarray(start + 1, end - 1);
}

/** Key and value as they are written. */
function entrySource(dict: PdfDict, key: string): Uint8Array | undefined {
  const entry = dict.entries.get(key);
  return entry && dict.source.subarray(entry.keyStart, entry.end);
}

/** How many tokens `whole` has after those of `beginning`; -1 when it does not begin with them. */
function tokensBeyond(beginning: Uint8Array, whole: Uint8Array): number {
  const [ours, others] = [new Tokens(beginning), new Tokens(whole)];
  for (let token = ours.next(); token; token = ours.next()) {
    const other = others.next();
    if (!other || !sameToken(token, other)) return -1;
  }
  let beyond = 0;
  while (others.next()) beyond += 1;
  return beyond;
}

/** Takes well-formed source apart. */
class Tokens {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Comments, NUL and form feed are white space that is not passed over: it must stay where it is. */
  next(): Uint8Array | undefined {
    const bytes = this.#bytes;
    while (isPlainSpace(bytes[this.#position])) this.#position += 1;
    const start = this.#position;
    if (start >= bytes.length) return undefined;
    this.#position = this.#end(start);
    return bytes.subarray(start, this.#position);
  }

  #end(start: number): number {
    const bytes = this.#bytes;
    const code = bytes[start];
    if (code === 0x28) return literalEnd(bytes, start);
    if (code === 0x3c && bytes[start + 1] !== 0x3c) return endAt(bytes, start, (each) => each === 0x3e) + 1;
    if (code === 0x25) return endAt(bytes, start, (each) => each === 0x0a || each === 0x0d);
    if (code === 0x2f || isRegular(code)) return endAt(bytes, start + 1, (each) => !isRegular(each));
    return start + (code === 0x3c || (code === 0x3e && bytes[start + 1] === 0x3e) ? 2 : 1);
  }
}

function isPlainSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function endAt(bytes: Uint8Array, start: number, isEnd: (code: number) => boolean): number {
  let at = start;
  while (at < bytes.length && !isEnd(bytes[at] as number)) at += 1;
  return at;
}

function literalEnd(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === 0x5c) at += 1;
    else if (code === 0x28) depth += 1;
    else if (code === 0x29) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return bytes.length;
}

function sameToken(a: Uint8Array, b: Uint8Array): boolean {
  if (Buffer.compare(a, b) === 0) return true;
  const [one, other] = [plainString(a), plainString(b)];
  return one !== undefined && one === other;
}

/**
 * What a string stands for, where all readers agree: pairs of hexadecimal digits, or a literal without line
 * ends, whose escapes are the named ones or three octal digits of a byte. Writers that sign write the
 * strings of the catalog in their own way; `(pt-BR)` becomes `(pt\055BR)`.
 */
function plainString(token: Uint8Array): string | undefined {
  const text = Buffer.from(token.buffer, token.byteOffset, token.byteLength).toString('latin1');
  if (/^<(?:[0-9A-Fa-f]{2})*>$/.test(text)) return Buffer.from(text.slice(1, -1), 'hex').toString('latin1');
  if (!/^\((?:[^\\\r\n]|\\(?:[nrtbf()\\]|[0-3][0-7]{2}))*\)$/.test(text)) return undefined;
  return text.slice(1, -1).replaceAll(/\\([0-3][0-7]{2}|.)/g, (_, escape: string) => {
    return NAMED[escape] ?? (escape.length === 3 ? String.fromCharCode(Number.parseInt(escape, 8)) : escape);
  });
}

const NAMED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
