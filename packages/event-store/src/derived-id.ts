import { hash } from 'node:crypto';

/** Namespace of everything that this product derives: a random UUID, fixed for good. */
const NAMESPACE = Buffer.from('5f0c2b5e7d0e4c3f9b1f6a1d8a3b7c42', 'hex');

/**
 * UUID version 5 (RFC 9562, 5.5) of the parts: the same parts give the same id, in every process and for ever. A step
 * done again thus appends the same event again, and the log takes it for what it is.
 */
export function derivedId(...parts: readonly (string | number)[]): string {
  const hex = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(JSON.stringify(parts))]));
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
