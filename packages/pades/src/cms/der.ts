/** Thrown for bytes that are not DER (X.690, clause 10), or not the structure that was asked for. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  printableString: 0x13,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Encodes one element. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([header(tag, length), ...content]);
}

function header(tag: number, length: number): Buffer {
  if (length < 0x80) return Buffer.from([tag, length]);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Buffer.from([tag, 0x80 | digits.length, ...digits]);
}

export const sequence = (...content: readonly Uint8Array[]): Buffer => element(TAG.sequence, ...content);
export const octetString = (content: Uint8Array): Buffer => element(TAG.octetString, content);
export const nullValue = (): Buffer => element(TAG.null);
export const boolean = (value: boolean): Buffer => element(TAG.boolean, Buffer.of(value ? 0xff : 0));

/** BIT STRING of whole bytes. */
export const bitString = (content: Uint8Array): Buffer => element(TAG.bitString, Buffer.of(0), content);

/** SET OF, its members sorted by their encodings (X.690, 11.6). */
export function setOf(...members: readonly Uint8Array[]): Buffer {
  return element(TAG.set, ...sortedMembers(members));
}

export function sortedMembers(members: readonly Uint8Array[]): Uint8Array[] {
  return members.toSorted((a, b) => Buffer.compare(a, b));
}

/** A context-specific constructed element, `[number]`. */
export function tagged(number: number, ...content: readonly Uint8Array[]): Buffer {
  return element(0xa0 | number, ...content);
}

/** INTEGER of a small non-negative number. */
export function smallInteger(value: number): Buffer {
  return unsignedInteger(Buffer.from([value]));
}

/** INTEGER of an unsigned big-endian number. */
export function unsignedInteger(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const trimmed = bytes.subarray(start);
  const negative = ((trimmed[0] ?? 0) & 0x80) !== 0;
  return negative ? element(TAG.integer, Buffer.of(0), trimmed) : element(TAG.integer, trimmed);
}

/** OBJECT IDENTIFIER of its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = '', second = '', ...others] = dotted.split('.');
  const root = BigInt(first) * 40n + BigInt(second);
  return element(TAG.oid, Buffer.from([String(root), ...others].flatMap(arcDigits)));
}

/** Longest decimal that a number always holds. */
const MAX_NUMBER_DIGITS = 15;

/** An arc in digits of seven bits, all but the last marked. */
function arcDigits(arc: string): number[] {
  if (arc.length > MAX_NUMBER_DIGITS) return bigArcDigits(BigInt(arc));
  const value = Number(arc);
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift((rest % 128) | 0x80);
  return digits;
}

function bigArcDigits(arc: bigint): number[] {
  const digits = [Number(arc % 128n)];
  for (let rest = arc / 128n; rest > 0n; rest /= 128n) digits.unshift(Number(rest % 128n) | 0x80);
  return digits;
}

/** X.667, 7: an arc of a UUID has 128 bits; none in use has more. */
const MAX_ARC_BYTES = 19;
const MAX_IDENTIFIER_BYTES = 128;

/** One decoded element, still over the bytes it came from. */
export class DerElement {
  readonly tag: number;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;

  constructor(bytes: Uint8Array, start: number, limit: number) {
    const tag = bytes[start];
    const first = bytes[start + 1];
    if (tag === undefined || first === undefined || start + 2 > limit)
      throw new DerError('element is cut short');
    if ((tag & 0x1f) === 0x1f) throw new DerError('tags of more than one byte are not used here');
    const { length, contentStart } =
      first < 0x80 ? { length: first, contentStart: start + 2 } : long(bytes, start + 1);
    if (contentStart + length > limit) throw new DerError('content is cut short');
    this.bytes = bytes;
    this.tag = tag;
    this.start = start;
    this.contentStart = contentStart;
    this.end = contentStart + length;
  }

  /** Header and content. */
  get encoded(): Uint8Array {
    return this.bytes.subarray(this.start, this.end);
  }

  get content(): Uint8Array {
    return this.bytes.subarray(this.contentStart, this.end);
  }

  /** The elements inside a constructed one, which they must fill. */
  children(tag = this.tag): DerElement[] {
    this.expect(tag);
    if ((this.tag & 0x20) === 0) throw new DerError('element is primitive');
    const children: DerElement[] = [];
    for (let at = this.contentStart; at < this.end;) {
      const child = new DerElement(this.bytes, at, this.end);
      children.push(child);
      at = child.end;
    }
    return children;
  }

  expect(tag: number): this {
    if (this.tag !== tag) throw new DerError(`tag ${this.tag} instead of ${tag}`);
    return this;
  }

  /** Dotted form of an OBJECT IDENTIFIER. */
  oid(): string {
    const content = this.expect(TAG.oid).content;
    const whole = content.length > 0 && ((content.at(-1) as number) & 0x80) === 0;
    if (!whole || content.length > MAX_IDENTIFIER_BYTES) throw new DerError('broken identifier');
    const arcs: (number | bigint)[] = [];
    let start = 0;
    for (const [index, byte] of content.entries()) {
      if ((index === start && byte === 0x80) || index - start >= MAX_ARC_BYTES)
        throw new DerError('broken identifier');
      if ((byte & 0x80) !== 0) continue;
      arcs.push(arcOf(content.subarray(start, index + 1)));
      start = index + 1;
    }
    const [first = 0, ...others] = arcs;
    const root = first < 80 ? Math.floor(Number(first) / 40) : 2;
    const second = typeof first === 'bigint' ? first - BigInt(root * 40) : first - root * 40;
    return [root, second, ...others].join('.');
  }

  /** Value of a BOOLEAN (X.690, 11.1). */
  boolean(): boolean {
    const content = this.expect(TAG.boolean).content;
    if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff))
      throw new DerError('broken boolean');
    return content[0] === 0xff;
  }

  /** Content of a BIT STRING of whole bytes. */
  wholeBytes(): Uint8Array {
    const content = this.expect(TAG.bitString).content;
    if (content[0] !== 0) throw new DerError('bit string is not of whole bytes');
    return content.subarray(1);
  }

  /** Numbers of the bits that are set in a BIT STRING, counted from the left (X.690, 11.2). */
  setBits(): Set<number> {
    const content = this.expect(TAG.bitString).content;
    if (content.length > 9) throw new DerError('bit string is too long for flags');
    const [unused = 8, ...bytes] = content;
    const last = bytes.at(-1) ?? 0;
    if (unused > 7 || (unused > 0 && bytes.length === 0)) throw new DerError('broken bit string');
    if ((last & ((1 << unused) - 1)) !== 0) throw new DerError('unused bits are not zero');
    const bits = new Set<number>();
    for (const [index, byte] of bytes.entries()) {
      for (let bit = 0; bit < 8; bit += 1) if ((byte & (0x80 >> bit)) !== 0) bits.add(index * 8 + bit);
    }
    return bits;
  }

  /** Content of an INTEGER in its shortest form. */
  integer(): Uint8Array {
    const content = this.expect(TAG.integer).content;
    const [first, second] = content;
    const padded =
      content.length > 1 &&
      ((first === 0 && (second ?? 0) < 0x80) || (first === 0xff && (second ?? 0) >= 0x80));
    if (first === undefined || padded) throw new DerError('integer is not in its shortest form');
    return content;
  }

  /** Bytes of a non-negative INTEGER, without the sign's. */
  unsignedInteger(): Uint8Array {
    const content = this.integer();
    if ((content[0] as number) > 0x7f) throw new DerError('integer is negative');
    return content.length > 1 && content[0] === 0 ? content.subarray(1) : content;
  }

  /** Value of an INTEGER between 0 and 127. */
  smallInteger(): number {
    const content = this.integer();
    if (content.length !== 1 || (content[0] as number) > 0x7f) throw new DerError('small integer expected');
    return content[0] as number;
  }
}

/** Digits that a number always holds. */
const MAX_NUMBER_ARC_BYTES = 7;

/** Seven bits a byte, the highest first. */
function arcOf(digits: Uint8Array): number | bigint {
  if (digits.length <= MAX_NUMBER_ARC_BYTES) {
    return digits.reduce((arc, digit) => arc * 128 + (digit & 0x7f), 0);
  }
  let arc = 0n;
  for (const digit of digits) arc = arc * 128n + BigInt(digit & 0x7f);
  return arc;
}

function long(bytes: Uint8Array, at: number): { length: number; contentStart: number } {
  const count = (bytes[at] as number) & 0x7f;
  if (count === 0 || count > 4) throw new DerError('length is indefinite or too long');
  let length = 0;
  for (let index = at + 1; index <= at + count; index += 1) {
    const byte = bytes[index];
    if (byte === undefined) throw new DerError('length is cut short');
    length = length * 256 + byte;
  }
  const shortest = length >= 0x80 && length >= 256 ** (count - 1);
  if (!shortest) throw new DerError('length is not in its shortest form');
  return { length, contentStart: at + 1 + count };
}

/** Reads the one element that fills `bytes`. */
export function readDer(bytes: Uint8Array): DerElement {
  const read = new DerElement(bytes, 0, bytes.length);
  if (read.end !== bytes.length) throw new DerError('bytes after the element');
  return read;
}

/** Reads the first element, whatever follows it. */
export function readDerPrefix(bytes: Uint8Array): DerElement {
  return new DerElement(bytes, 0, bytes.length);
}
