import { createHmac, createSecretKey } from 'node:crypto';

/** Hides a value that is too easily guessed for a plain hash: CPF, CNPJ, e-mail, a one-time code. */
export type KeyedDigest = (...parts: readonly string[]) => string;

/** HMAC-SHA-256 (RFC 2104) of the parts in hexadecimal. @param key at least 32 bytes, the same in every process. */
export function createKeyedDigest(key: Uint8Array): KeyedDigest {
  if (key.byteLength < 32) throw new RangeError('The key of digests has at least 32 bytes');
  // OpenSSL takes in a key of bytes anew each time, which is four fifths of the work.
  const known = createSecretKey(key);
  return (...parts) => createHmac('sha256', known).update(JSON.stringify(parts)).digest('hex');
}
