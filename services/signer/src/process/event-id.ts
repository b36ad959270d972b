import { createHash } from 'node:crypto';

/** Namespace of this product's derived event ids: a random UUID, never changed. */
const NAMESPACE = Buffer.from('8c2a1d0e5b7f4a639e04d6b1f3a87c52', 'hex');

/**
 * UUID version 5 (RFC 9562, 5.5) of a stream and what the event is to it: the same step done again appends the same
 * event again, and the log takes it for what it is.
 */
export function derivedEventId(stream: string, purpose: string): string {
  const digest = createHash('sha1')
    .update(NAMESPACE)
    .update(`${stream}\n${purpose}`)
    .digest()
    .subarray(0, 16);
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
