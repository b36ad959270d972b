import { inflateSync } from 'node:zlib';

import { ContentError, isRegular, isSpace, type ContentScanner, type Operand } from './content-scanner.ts';

/** An inline image (ISO 32000-2, 8.9.7) as the stream has it, and how it has to be. */
export interface InlineImage {
  /** After `EI`. */
  readonly end: number;
  /** In hexadecimal, when readers could differ on where its data end. */
  readonly plain: string | undefined;
}

const COMPONENTS: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
};
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads the image whose `ID` the scanner has just found.
 *
 * @param components of a colour space among the resources
 * @throws ContentError when it has no end
 */
export function readInlineImage(
  scanner: ContentScanner,
  components: (name: string) => number | undefined,
): InlineImage {
  const { bytes } = scanner;
  const entries = entriesOf(scanner);
  const start = scanner.position + 1;
  const known = knownEnd(scanner, entries, start, components);
  const keyword = known === undefined ? undefined : keywordAt(bytes, known);
  const found = keyword ?? nextKeyword(bytes, start);
  if (found === undefined) throw new ContentError('an inline image without end');
  const data = bytes.subarray(start, keyword === undefined ? Math.max(start, found - 1) : known);
  const isCertain = keyword !== undefined && !holdsKeyword(data);
  return { end: found + 2, plain: isCertain ? undefined : hexadecimal(scanner, entries, data) };
}

type Entries = ReadonlyMap<string, Operand>;

const LONG_NAMES: Readonly<Record<string, string>> = {
  Width: 'W',
  Height: 'H',
  BitsPerComponent: 'BPC',
  ColorSpace: 'CS',
  Filter: 'F',
  DecodeParms: 'DP',
  ImageMask: 'IM',
  Length: 'L',
};

function entriesOf(scanner: ContentScanner): Entries {
  const entries = new Map<string, Operand>();
  const { operands } = scanner;
  for (let at = 0; at + 1 < operands.length; at += 2) {
    const [key, value] = [operands[at] as Operand, operands[at + 1] as Operand];
    if (key.kind !== '/') throw new ContentError('no key of an inline image');
    const name = LONG_NAMES[scanner.name(key)] ?? scanner.name(key);
    if (entries.has(name)) throw new ContentError('a key of an inline image twice');
    entries.set(name, value);
  }
  if (operands.length % 2 !== 0) throw new ContentError('a key of an inline image without value');
  return entries;
}

/** Where the data end by what the image says of itself; undefined when that takes a decoder. */
function knownEnd(
  scanner: ContentScanner,
  entries: Entries,
  start: number,
  components: (name: string) => number | undefined,
): number | undefined {
  const filters = [...(valueText(scanner, entries, 'F') ?? '').matchAll(/\/(\w+)/g)].map(([, name]) => name);
  if (filters.length === 0) {
    const size = rawSize(scanner, entries, components);
    return size === undefined ? undefined : start + size;
  }
  const { bytes } = scanner;
  if (filters[0] === 'AHx' || filters[0] === 'ASCIIHexDecode') return after(bytes, 0x3e, start);
  if (filters[0] === 'A85' || filters[0] === 'ASCII85Decode') {
    const tilde = after(bytes, 0x7e, start);
    return tilde === undefined ? undefined : after(bytes, 0x3e, tilde);
  }
  return filters[0] === 'Fl' || filters[0] === 'FlateDecode' ? inflatedEnd(bytes, start) : undefined;
}

function after(bytes: Uint8Array, code: number, start: number): number | undefined {
  const found = bytes.indexOf(code, start);
  return found < 0 ? undefined : found + 1;
}

function inflatedEnd(bytes: Uint8Array, start: number): number | undefined {
  try {
    const options = { info: true, maxOutputLength: MAX_BYTES } as const;
    const { engine } = inflateSync(bytes.subarray(start), options) as unknown as {
      engine: { bytesWritten: number };
    };
    return start + engine.bytesWritten;
  } catch {
    return undefined;
  }
}

const valueText = (scanner: ContentScanner, entries: Entries, key: string): string | undefined => {
  const value = entries.get(key);
  return value && scanner.text(value);
};

function rawSize(
  scanner: ContentScanner,
  entries: Entries,
  components: (name: string) => number | undefined,
): number | undefined {
  const [width, height] = ['W', 'H'].map((key) => Number(valueText(scanner, entries, key)));
  const isMask = valueText(scanner, entries, 'IM') === 'true';
  const bits = isMask ? 1 : Number(valueText(scanner, entries, 'BPC'));
  const space = entries.get('CS');
  let count: number | undefined = 1;
  if (!isMask && space?.kind === '/')
    count = COMPONENTS[scanner.name(space)] ?? components(scanner.name(space));
  const size = Math.ceil(((width ?? 0) * (count ?? Number.NaN) * bits) / 8) * (height ?? 0);
  return Number.isSafeInteger(size) && size <= MAX_BYTES ? size : undefined;
}

/** Where `EI` stands when nothing but white space lies before it. */
function keywordAt(bytes: Uint8Array, end: number): number | undefined {
  let at = end;
  while (isSpace(bytes[at])) at += 1;
  return isKeyword(bytes, at) ? at : undefined;
}

const isKeyword = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x45 && bytes[at + 1] === 0x49 && !isRegular(bytes[at + 2]);

function nextKeyword(bytes: Uint8Array, start: number): number | undefined {
  for (let at = bytes.indexOf(0x45, start); at >= 0; at = bytes.indexOf(0x45, at + 1))
    if (isKeyword(bytes, at) && isSpace(bytes[at - 1])) return at;
  return undefined;
}

/** Some readers look for the keyword in the data. */
function holdsKeyword(data: Uint8Array): boolean {
  for (let at = data.indexOf(0x45); at >= 0; at = data.indexOf(0x45, at + 1))
    if (isKeyword(data, at) && (at === 0 || isSpace(data[at - 1]))) return true;
  return false;
}

function hexadecimal(scanner: ContentScanner, entries: Entries, data: Uint8Array): string {
  const list = (key: string): string => (valueText(scanner, entries, key) ?? '').replaceAll(/^\[|\]$/g, '');
  const parameters = entries.has('DP') ? `/DP [null ${list('DP')}]` : '';
  const others = [...entries].filter(([key]) => !['F', 'DP', 'L'].includes(key));
  const kept = others.map(([key, value]) => `/${key} ${scanner.text(value)}`).join(' ');
  return `BI ${kept} /F [/AHx ${list('F')}] ${parameters} ID ${Buffer.from(data).toString('hex')}> EI`;
}
