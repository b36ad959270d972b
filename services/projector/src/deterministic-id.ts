import { createHash } from 'node:crypto';

/** Namespace of ids that follow from others: a UUID of our own, made once. */
const NAMESPACE = Buffer.from('6f1d0c1e5b0a4b6c9a3e8d2f7c4b1a90', 'hex');

/** The same id for the same parts, on every machine and at every repetition (UUID version 5, RFC 9562 5.5). */
export function deterministicId(...parts: readonly string[]): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(parts.join('\u001F')).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
