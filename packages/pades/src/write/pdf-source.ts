import {
  type PdfArray,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfString,
  PdfDict as Dict,
  PdfArray as List,
  PdfStream,
  type PdfValue,
} from '../pdf/syntax/pdf-values.ts';

/** PDF source text: a string with one character a byte, or raw bytes. */
export type PdfSource = string | Uint8Array;

/** Joins source fragments. */
export function source(...parts: readonly PdfSource[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
}

export function nameSource(name: string): string {
  return `/${name.replaceAll(/[^A-Za-z0-9_.+-]/g, (character) => {
    return `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  })}`;
}

export function refSource(ref: PdfRef): string {
  return `${ref.num} ${ref.gen} R`;
}

/**
 * A dictionary with some keys replaced, added or (`undefined`) removed. Every other key and value
 * keeps the very bytes it had.
 */
export function editedDict(dict: PdfDict, edits: ReadonlyMap<string, PdfSource | undefined>): Buffer {
  const parts: PdfSource[] = ['<<'];
  for (const [key, entry] of dict.entries) {
    if (!edits.has(key)) parts.push('\n', dict.source.subarray(entry.keyStart, entry.end));
  }
  for (const [key, value] of edits) {
    if (value !== undefined) parts.push(`\n${nameSource(key)} `, value);
  }
  parts.push('\n>>');
  return source(...parts);
}

/** An array with items put after the ones it has, whose bytes are kept. */
export function extendedArray(array: PdfArray | undefined, added: readonly PdfSource[]): Buffer {
  const kept = array ? [array.source.subarray(array.start + 1, array.end - 1)] : [];
  return source('[', ...kept, ...added.flatMap((item) => [' ', item]), ' ]');
}

/** Writes a value anew, with every reference passed through `mapRef`; a stream must be written by its own. */
export function valueSource(value: PdfValue, mapRef: (ref: PdfRef) => PdfSource): PdfSource {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return numberSource(value);
  if (value instanceof PdfName) return nameSource(value.name);
  if (value instanceof PdfString) return `<${Buffer.from(value.bytes).toString('hex')}>`;
  if (value instanceof PdfRef) return mapRef(value);
  if (value instanceof List) {
    return source('[', ...value.items.flatMap((item) => [' ', valueSource(item, mapRef)]), ' ]');
  }
  if (value instanceof Dict) return dictSource(value, mapRef, new Map());
  throw new TypeError('a stream is not a direct value');
}

/** Writes a dictionary anew, with some keys replaced, added or (`undefined`) removed. */
export function dictSource(
  dict: PdfDict,
  mapRef: (ref: PdfRef) => PdfSource,
  edits: ReadonlyMap<string, PdfSource | undefined>,
): Buffer {
  const parts: PdfSource[] = ['<<'];
  for (const [key, entry] of dict.entries) {
    if (!edits.has(key)) parts.push(`${nameSource(key)} `, valueSource(entry.value, mapRef), ' ');
  }
  for (const [key, value] of edits) {
    if (value !== undefined) parts.push(`${nameSource(key)} `, value, ' ');
  }
  parts.push('>>');
  return source(...parts);
}

/** Writes a stream anew with its data still encoded as it was, and with some keys changed as {@link dictSource} does. */
export function streamSource(
  stream: PdfStream,
  mapRef: (ref: PdfRef) => PdfSource,
  edits: ReadonlyMap<string, PdfSource | undefined>,
): Buffer {
  const dict = dictSource(stream.dict, mapRef, new Map([...edits, ['Length', String(stream.data.length)]]));
  return source(dict, '\nstream\n', stream.data, '\nendstream');
}

/** PDF knows no exponents (7.3.3). */
export function numberSource(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  return value.toFixed(10).replace(/\.?0+$/, '');
}
