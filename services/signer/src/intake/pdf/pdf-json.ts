import { nameSource, numberSource, type PdfSource, type PdfValue } from '@lacre/pades';

/**
 * A PDF's value in plain types: names with their slash, references as `5 0 R`, strings as `b:` and hexadecimal. A
 * stream is its dictionary.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonDict = Record<string, Json>;
/** What a reference leads to: the value, or the dictionary of a stream. */
export type Lookup = (reference: string) => Json;

/** References that lead to references are nothing that any writer makes. */
const MAX_HOPS = 8;
const REFERENCE = /^(\d+) (\d+) R$/;

export const isDict = (value: Json): value is JsonDict =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
export const isReference = (value: Json): value is string =>
  typeof value === 'string' && REFERENCE.test(value);
export const objectNumber = (reference: string): number => Number.parseInt(reference, 10);

export function resolveJson(value: Json, lookup: Lookup): Json {
  let current = value;
  for (let hops = 0; hops < MAX_HOPS && isReference(current); hops += 1) current = lookup(current);
  return current;
}

/** Page trees are as deep as the logarithm of their pages. */
const MAX_ANCESTORS = 64;

/** What a page says, or the nearest of its ancestors that does (ISO 32000-2, 7.7.3.4). */
export function inheritedJson(page: JsonDict, key: string, lookup: Lookup): Json {
  let node: Json = page;
  for (let step = 0; step < MAX_ANCESTORS && isDict(node); step += 1) {
    if (key in node) return node[key] ?? null;
    node = resolveJson(node['/Parent'] ?? null, lookup);
  }
  return null;
}

export function toJson(value: PdfValue): Json {
  if (value === null || typeof value !== 'object') return value;
  if ('name' in value) return `/${value.name}`;
  if ('num' in value) return `${value.num} ${value.gen} R`;
  if ('items' in value) return value.items.map(toJson);
  if ('data' in value) return toJson(value.dict);
  if ('bytes' in value) return `b:${Buffer.from(value.bytes).toString('hex')}`;
  const dict: JsonDict = {};
  for (const [key, entry] of value.entries) dict[`/${key}`] = toJson(entry.value);
  return dict;
}

/** The value as a file has it, the other way round. */
export function jsonSource(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return numberSource(value);
  if (Array.isArray(value)) return `[${value.map(jsonSource).join(' ')}]`;
  if (typeof value === 'string') {
    if (value.startsWith('/')) return nameSource(value.slice(1));
    return value.startsWith('b:') ? `<${value.slice(2)}>` : value;
  }
  const entries = Object.entries(value);
  return `<< ${entries.map(([key, entry]) => `${nameSource(key.slice(1))} ${jsonSource(entry)}`).join(' ')} >>`;
}

/** An object's body with another value, or another dictionary before the data of a stream. */
export function bodySource(original: PdfValue, value: Json): PdfSource {
  if (original === null || typeof original !== 'object' || !('data' in original) || !isDict(value))
    return jsonSource(value);
  const dict = jsonSource({ ...value, '/Length': original.data.length });
  return Buffer.concat([
    Buffer.from(`${dict}\nstream\n`, 'latin1'),
    original.data,
    Buffer.from('\nendstream'),
  ]);
}
