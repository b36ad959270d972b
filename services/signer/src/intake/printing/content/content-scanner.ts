/** A content stream that no two readers have to read alike. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

/**
 * What an operand is, a letter each: number, name, string, dictionary, literal; arrays of numbers (u), of numbers and
 * strings (t), of anything else (a).
 */
type Kind = 'n' | '/' | 's' | 'd' | 'l' | 'u' | 't' | 'a';

export interface Operand {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
}

const [REGULAR, SPACE, DELIMITER] = [0, 1, 2];
const CLASS = new Uint8Array(256);
for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) CLASS[code] = SPACE;
for (const code of Buffer.from('()<>[]{}/%', 'latin1')) CLASS[code] = DELIMITER;

/** SC takes 32 components and a name (ISO 32000-1, Annex C.2); inline images have a dozen keys. */
const MAX_OPERANDS = 64;
const MAX_DEPTH = 12;
/** Operators have up to three characters; what is longer is none. */
const MAX_WORD = 64;

export const isSpace = (code: number | undefined): boolean => code !== undefined && CLASS[code] === SPACE;
export const isRegular = (code: number | undefined): boolean => code !== undefined && CLASS[code] === REGULAR;

/** Reads a content stream (ISO 32000-2, 7.8.2) operator by operator, without building its operands. */
export class ContentScanner {
  readonly bytes: Uint8Array;
  /** Of the operator that {@link next} found. */
  operator = '';
  operands: Operand[] = [];
  /** Of the first operand, or of the operator when there is none. */
  start = 0;
  /** Of the operator itself. */
  operatorStart = 0;
  /** After the operator: where reading goes on. */
  position = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /**
   * Moves on to the next operator.
   *
   * @returns false at the end; operands that no operator follows are left then
   * @throws ContentError at what is no token
   */
  next(): boolean {
    this.operands = [];
    this.operator = '';
    for (;;) {
      this.#skipSpace();
      if (this.position >= this.bytes.length) return false;
      const start = this.position;
      const kind = this.#token(0);
      if (this.operands.length === 0) this.start = start;
      if (kind === undefined) {
        this.operatorStart = start;
        this.operator = this.text({ start, end: this.position });
        return true;
      }
      this.operands.push({ kind, start, end: this.position });
      if (this.operands.length > MAX_OPERANDS) throw new ContentError('too many operands');
    }
  }

  text({ start, end }: { readonly start: number; readonly end: number }): string {
    if (end - start === 1) return String.fromCharCode(this.bytes[start] as number);
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, end - start).toString('latin1');
  }

  /** The name that an operand is, without its slash. */
  name(operand: Operand): string {
    const name = this.text(operand).slice(1);
    if (!name.includes('#')) return name;
    return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #skipSpace(): void {
    const { bytes } = this;
    for (;;) {
      const code = bytes[this.position];
      if (code === undefined) return;
      if (CLASS[code] === SPACE) this.position += 1;
      else if (code === 0x25) {
        while (this.position < bytes.length && bytes[this.position] !== 0x0a && bytes[this.position] !== 0x0d)
          this.position += 1;
      } else return;
    }
  }

  /** Undefined for an operator. */
  #token(depth: number): Kind | undefined {
    const code = this.bytes[this.position] as number;
    if (code === 0x2f) return this.#name();
    if (code === 0x28) return this.#literal();
    if (code === 0x5b) return this.#array(depth);
    if (code === 0x3c)
      return this.bytes[this.position + 1] === 0x3c ? this.#dict(depth) : this.#hexadecimal();
    if (CLASS[code] !== REGULAR) throw new ContentError('a delimiter by itself');
    return this.#word();
  }

  #word(): Kind | undefined {
    const { bytes } = this;
    const start = this.position;
    let end = start;
    while (end < bytes.length && CLASS[bytes[end] as number] === REGULAR) end += 1;
    this.position = end;
    if (end - start > MAX_WORD) throw new ContentError('a word without end');
    const code = bytes[start] as number;
    const isNumber = (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e;
    if (isNumber) {
      this.#checkNumber(start, end);
      return 'n';
    }
    if (end - start >= 4) {
      const word = this.text({ start, end });
      if (word === 'true' || word === 'false' || word === 'null') return 'l';
    }
    return undefined;
  }

  #checkNumber(start: number, end: number): void {
    const { bytes } = this;
    let at = start;
    if (bytes[at] === 0x2d || bytes[at] === 0x2b) at += 1;
    let [digits, points] = [0, 0];
    for (; at < end; at += 1) {
      const code = bytes[at] as number;
      if (code >= 0x30 && code <= 0x39) digits += 1;
      else if (code === 0x2e) points += 1;
      else throw new ContentError('no number');
    }
    if (digits === 0 || points > 1) throw new ContentError('no number');
  }

  #name(): Kind {
    this.position += 1;
    while (isRegular(this.bytes[this.position])) this.position += 1;
    return '/';
  }

  #literal(): Kind {
    const { bytes } = this;
    let depth = 0;
    for (let at = this.position; at < bytes.length; at += 1) {
      const code = bytes[at];
      if (code === 0x5c) at += 1;
      else if (code === 0x28) depth += 1;
      else if (code === 0x29) {
        depth -= 1;
        if (depth === 0) {
          this.position = at + 1;
          return 's';
        }
      }
    }
    throw new ContentError('a string without end');
  }

  #hexadecimal(): Kind {
    const end = this.bytes.indexOf(0x3e, this.position);
    if (end < 0) throw new ContentError('a string without end');
    for (let at = this.position + 1; at < end; at += 1) {
      const code = this.bytes[at] as number;
      const lower = code | 0x20;
      const isDigit = (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x66);
      if (!isDigit && CLASS[code] !== SPACE) throw new ContentError('no hexadecimal digit');
    }
    this.position = end + 1;
    return 's';
  }

  #array(depth: number): Kind {
    if (depth >= MAX_DEPTH) throw new ContentError('nested too deeply');
    let kind: Kind = 'u';
    this.position += 1;
    for (;;) {
      this.#skipSpace();
      const code = this.bytes[this.position];
      if (code === undefined) throw new ContentError('an array without end');
      if (code === 0x5d) break;
      const item = this.#token(depth + 1);
      if (item === undefined) throw new ContentError('an operator in an array');
      if (item === 's' && kind === 'u') kind = 't';
      else if (item !== 'n' && item !== 's') kind = 'a';
    }
    this.position += 1;
    return kind;
  }

  #dict(depth: number): Kind {
    if (depth >= MAX_DEPTH) throw new ContentError('nested too deeply');
    this.position += 2;
    for (let isKey = true; ; isKey = !isKey) {
      this.#skipSpace();
      const code = this.bytes[this.position];
      if (code === undefined) throw new ContentError('a dictionary without end');
      if (code === 0x3e && this.bytes[this.position + 1] === 0x3e && isKey) break;
      const item = this.#token(depth + 1);
      if (item === undefined || (isKey && item !== '/')) throw new ContentError('no key of a dictionary');
    }
    this.position += 2;
    return 'd';
  }
}
