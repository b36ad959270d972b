import { createHash } from 'node:crypto';

/** Namespace of everything that this product derives: a random UUID, fixed for good. */
const NAMESPACE = Buffer.from('5f0c2b5e7d0e4c3f9b1f6a1d8a3b7c42', 'hex');

/**
 * UUID version 5 (RFC 9562, 5.5) of the parts: the same parts give the same id, in every process and for ever. A step
 * done again thus appends the same event again, and the log takes it for what it is.
 */
export function derivedId(...parts: readonly (string | number)[]): string {
  const digest = createHash('sha1').update(NAMESPACE).update(JSON.stringify(parts)).digest().subarray(0, 16);
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
