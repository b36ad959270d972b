import { hexValue, isDigit, isRegular, isWhiteSpace, latin1 } from './characters.ts';
import { PdfSyntaxError } from './pdf-syntax-error.ts';
import {
  type DictEntry,
  PdfArray,
  PdfDict,
  PdfName,
  PdfRef,
  PdfString,
  type PdfValue,
} from './pdf-values.ts';
import { MAX_GENERATION, MAX_OBJECT_NUMBER } from './reader-limits.ts';

const ESCAPES = new Map<number, number>([
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x28, 0x28],
  [0x29, 0x29],
  [0x5c, 0x5c],
]);
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/**
 * Reads values (ISO 32000-2, 7.3) from a byte array, without any recovery: whatever the clause does
 * not describe is a {@link PdfSyntaxError}.
 */
export class ValueParser {
  readonly bytes: Uint8Array;
  position: number;
  readonly #maxDepth: number;

  constructor(bytes: Uint8Array, position: number, maxDepth: number) {
    this.bytes = bytes;
    this.position = position;
    this.#maxDepth = maxDepth;
  }

  /** Moves over white space and comments. */
  skipSpace(): void {
    const { bytes } = this;
    for (;;) {
      const code = bytes[this.position];
      if (isWhiteSpace(code)) this.position += 1;
      else if (code === 0x25) {
        while (
          this.position < bytes.length &&
          bytes[this.position] !== 0x0a &&
          bytes[this.position] !== 0x0d
        ) {
          this.position += 1;
        }
      } else return;
    }
  }

  /** Consumes `keyword` when it stands here as a whole token. */
  takeKeyword(keyword: string): boolean {
    const end = this.position + keyword.length;
    for (let index = 0; index < keyword.length; index += 1) {
      if (this.bytes[this.position + index] !== keyword.charCodeAt(index)) return false;
    }
    if (isRegular(this.bytes[end])) return false;
    this.position = end;
    return true;
  }

  /** A run of digits as a number; refuses signs, empty runs and numbers beyond exact integers. */
  readDigits(what: string): number {
    const start = this.position;
    let value = 0;
    while (isDigit(this.bytes[this.position])) {
      value = value * 10 + ((this.bytes[this.position] as number) - 0x30);
      if (value > Number.MAX_SAFE_INTEGER) this.fail(`${what} is too large`);
      this.position += 1;
    }
    if (this.position === start) this.fail(`${what} expected`);
    return value;
  }

  /** One value; a stream is not a value here, its dictionary is. */
  readValue(depth = 0): PdfValue {
    if (depth > this.#maxDepth) {
      throw new PdfSyntaxError('limit-depth', this.position, `nested deeper than ${this.#maxDepth}`);
    }
    this.skipSpace();
    const code = this.bytes[this.position];
    if (code === 0x2f) return new PdfName(this.#readName());
    if (code === 0x28) return new PdfString(this.#readLiteral());
    if (code === 0x5b) return this.#readArray(depth);
    if (code === 0x3c) {
      return this.bytes[this.position + 1] === 0x3c ? this.#readDict(depth) : new PdfString(this.#readHex());
    }
    if (isDigit(code)) return this.#readNumberOrRef();
    return this.#readAtom();
  }

  fail(detail: string): never {
    throw new PdfSyntaxError('token-malformed', this.position, detail);
  }

  #readAtom(): PdfValue {
    const start = this.position;
    while (isRegular(this.bytes[this.position])) this.position += 1;
    if (this.position === start) this.fail('value expected');
    // Longer than any number or keyword: do not build a huge string only to refuse it.
    if (this.position - start > 64) this.fail('token is too long');
    const token = latin1(this.bytes, start, this.position);
    if (token === 'true') return true;
    if (token === 'false') return false;
    if (token === 'null') return null;
    if (!NUMBER.test(token)) this.fail('not a number or keyword');
    return Number(token);
  }

  /** What starts with a digit: a whole number, alone or before ` gen R`, or else a number with a point. */
  #readNumberOrRef(): PdfValue {
    const start = this.position;
    let value = 0;
    while (isDigit(this.bytes[this.position])) {
      value = value * 10 + ((this.bytes[this.position] as number) - 0x30);
      this.position += 1;
    }
    const after = this.position;
    if (isRegular(this.bytes[after]) || after - start > 15) {
      this.position = start;
      return this.#readAtom();
    }
    if (isWhiteSpace(this.bytes[after])) {
      const generation = this.#tryReference();
      if (generation > MAX_GENERATION || (generation >= 0 && value > MAX_OBJECT_NUMBER)) {
        this.fail('reference to an object that cannot be');
      }
      if (generation >= 0) return new PdfRef(value, generation);
      this.position = after;
    }
    return value;
  }

  /** The generation when ` gen R` follows, else -1. */
  #tryReference(): number {
    this.skipSpace();
    const start = this.position;
    let generation = 0;
    while (isDigit(this.bytes[this.position])) {
      generation = generation * 10 + ((this.bytes[this.position] as number) - 0x30);
      this.position += 1;
    }
    const length = this.position - start;
    if (length === 0 || length > 5 || !isWhiteSpace(this.bytes[this.position])) return -1;
    this.skipSpace();
    return this.takeKeyword('R') ? generation : -1;
  }

  #readName(): string {
    this.position += 1;
    const start = this.position;
    let escaped = false;
    while (isRegular(this.bytes[this.position])) {
      if (this.bytes[this.position] === 0x23) escaped = true;
      this.position += 1;
    }
    const raw = latin1(this.bytes, start, this.position);
    if (!escaped) return raw;
    return raw.replaceAll(/#(.{0,2})/gs, (_, digits: string) => {
      if (!/^[0-9A-Fa-f]{2}$/.test(digits) || digits === '00') this.fail('bad #-escape in a name');
      return String.fromCharCode(Number.parseInt(digits, 16));
    });
  }

  #readHex(): Uint8Array {
    const { bytes } = this;
    const close = bytes.indexOf(0x3e, this.position);
    if (close < 0) this.fail('hexadecimal string does not end');
    // Digits and nothing else, as in the Contents of a signature: decoded by what is built for it.
    const plain = Buffer.from(latin1(bytes, this.position + 1, close), 'hex');
    if (plain.length * 2 === close - this.position - 1) {
      this.position = close + 1;
      return plain;
    }
    const out = new Uint8Array((close - this.position) >> 1);
    let digits = 0;
    for (let index = this.position + 1; index < close; index += 1) {
      const value = hexValue(bytes[index]);
      if (value >= 0) {
        out[digits >> 1] = (out[digits >> 1] as number) | (digits % 2 === 0 ? value << 4 : value);
        digits += 1;
      } else if (!isWhiteSpace(bytes[index])) this.fail('not a hexadecimal digit');
    }
    this.position = close + 1;
    return out.subarray(0, (digits + 1) >> 1);
  }

  #readLiteral(): Uint8Array {
    const start = this.position + 1;
    const { end, plain } = this.#literalEnd(start);
    this.position = end + 1;
    const raw = this.bytes.subarray(start, end);
    return plain ? raw : unescaped(raw);
  }

  /** Where the balancing parenthesis stands, and whether the bytes before it stand for themselves. */
  #literalEnd(start: number): { readonly end: number; readonly plain: boolean } {
    const { bytes } = this;
    let depth = 1;
    let plain = true;
    for (let at = start; at < bytes.length; at += 1) {
      const code = bytes[at];
      if (code === 0x5c) {
        plain = false;
        at += 1;
      } else if (code === 0x0d) plain = false;
      else if (code === 0x28) depth += 1;
      else if (code === 0x29) {
        depth -= 1;
        if (depth === 0) return { end: at, plain };
      }
    }
    return this.fail('string does not end');
  }

  #readArray(depth: number): PdfArray {
    const start = this.position;
    const items: PdfValue[] = [];
    this.position += 1;
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.position] === 0x5d) break;
      items.push(this.readValue(depth + 1));
    }
    this.position += 1;
    return new PdfArray(items, this.bytes, start, this.position);
  }

  #readDict(depth: number): PdfDict {
    const start = this.position;
    const entries = new Map<string, DictEntry>();
    this.position += 2;
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.position] === 0x3e && this.bytes[this.position + 1] === 0x3e) break;
      if (this.bytes[this.position] !== 0x2f) this.fail('dictionary key expected');
      const keyStart = this.position;
      const key = this.#readName();
      this.skipSpace();
      const valueStart = this.position;
      const value = this.readValue(depth + 1);
      // Which of two equal keys counts differs from reader to reader, so neither does here.
      if (entries.has(key)) throw new PdfSyntaxError('duplicate-key', keyStart, 'key occurs twice');
      entries.set(key, { value, keyStart, valueStart, end: this.position });
    }
    this.position += 2;
    return new PdfDict(entries, this.bytes, start, this.position);
  }
}

/** Resolves escapes and ends of line in a literal string (7.3.4.2). */
function unescaped(raw: Uint8Array): Uint8Array {
  const out = new Uint8Array(raw.length);
  let length = 0;
  for (let at = 0; at < raw.length; at += 1) {
    let code = raw[at] as number;
    if (code === 0x5c) {
      at += 1;
      code = raw[at] as number;
      if (code >= 0x30 && code <= 0x37) {
        const digits = octalDigits(raw, at);
        out[length++] = Number.parseInt(digits, 8) & 0xff;
        at += digits.length - 1;
      } else if (code === 0x0d) {
        if (raw[at + 1] === 0x0a) at += 1;
      } else if (code !== 0x0a) out[length++] = ESCAPES.get(code) ?? code;
      continue;
    }
    // An end of line of any kind inside a string counts as one line feed.
    if (code === 0x0d && raw[at + 1] === 0x0a) at += 1;
    out[length++] = code === 0x0d ? 0x0a : code;
  }
  return out.subarray(0, length);
}

/** One to three octal digits from `at` on. */
function octalDigits(raw: Uint8Array, at: number): string {
  let digits = '';
  for (let index = at; index < at + 3; index += 1) {
    const code = raw[index];
    if (code === undefined || code < 0x30 || code > 0x37) break;
    digits += String.fromCharCode(code);
  }
  return digits;
}
