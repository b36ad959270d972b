import { latin1 } from './characters.ts';

/** A name object, decoded (`#xx` resolved); each character is one byte. */
export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A string object, decoded from its literal or hexadecimal form. */
export class PdfString {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** An indirect reference, `num gen R`. */
export class PdfRef {
  readonly num: number;
  readonly gen: number;
  constructor(num: number, gen: number) {
    this.num = num;
    this.gen = gen;
  }
}

/** An array that remembers where it stood, so that it can be copied without being re-written. */
export class PdfArray {
  readonly items: readonly PdfValue[];
  readonly source: Uint8Array;
  /** Offset of `[` in `source`. */
  readonly start: number;
  /** Offset after `]` in `source`. */
  readonly end: number;
  constructor(items: readonly PdfValue[], source: Uint8Array, start: number, end: number) {
    this.items = items;
    this.source = source;
    this.start = start;
    this.end = end;
  }
}

/** One key of a dictionary, with the raw extent of key and value. */
export interface DictEntry {
  readonly value: PdfValue;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly end: number;
}

/** A dictionary that remembers its raw bytes key by key; a key occurs once or the file is refused. */
export class PdfDict {
  readonly entries: ReadonlyMap<string, DictEntry>;
  readonly source: Uint8Array;
  readonly start: number;
  readonly end: number;
  constructor(entries: ReadonlyMap<string, DictEntry>, source: Uint8Array, start: number, end: number) {
    this.entries = entries;
    this.source = source;
    this.start = start;
    this.end = end;
  }

  /** The value as written (a reference is not followed); `undefined` when the key is absent. */
  get(key: string): PdfValue | undefined {
    return this.entries.get(key)?.value;
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  /** The bytes of the value exactly as the file has them. */
  rawValue(key: string): Uint8Array | undefined {
    const entry = this.entries.get(key);
    return entry && this.source.subarray(entry.valueStart, entry.end);
  }
}

/** A stream: its dictionary and its still encoded data. */
export class PdfStream {
  readonly dict: PdfDict;
  readonly data: Uint8Array;
  constructor(dict: PdfDict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}

export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfRef
  | PdfArray
  | PdfDict
  | PdfStream;

/** True when `value` is the name `name`. */
export function isName(value: PdfValue | undefined, name: string): boolean {
  return value instanceof PdfName && value.name === name;
}

/** True for a whole number of zero or more, small enough to be exact. */
export function isCount(value: PdfValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/**
 * The whole number under a key that says how a file is to be read. A real like `5.0` is none: readers differ on
 * what it is then.
 */
export function countIn(dict: PdfDict, key: string): number | undefined {
  const value = dict.get(key);
  const isWritten = isCount(value) && /^\d+$/.test(latin1(dict.rawValue(key) ?? new Uint8Array()));
  return isWritten ? value : undefined;
}
