import { createHash } from 'node:crypto';

/** Namespace of everything that this product derives: a random UUID, fixed for good. */
const NAMESPACE = Buffer.from('5f0c2b5e7d0e4c3f9b1f6a1d8a3b7c42', 'hex');

/** UUID version 5 (RFC 9562 §5.5) of the parts: the same parts give the same id, in every process and for ever. */
export function derivedId(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha1').update(NAMESPACE).update(JSON.stringify(parts)).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Id of the event at `index` of what the intent `key` appends to `stream`. */
export const eventIdOf = (key: string, stream: string, index: number): string =>
  derivedId('event', key, stream, index);
