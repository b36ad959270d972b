import type { KeyObject } from 'node:crypto';

/** ETSI TS 119 312, 6, and DOC-ICP-01.01: curves of NIST and of RFC 5639, by OpenSSL's names. */
const CURVES: ReadonlySet<string> = new Set([
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
]);
/** ETSI TS 119 312, 6. */
const MIN_RSA_BITS = 2048;
/** A larger one only takes time to verify. */
const MAX_RSA_BITS = 8192;

/** Whether signatures by a key are worth verifying, and to be relied upon when they verify. */
export type KeyStrength = 'strong' | 'weak' | 'oversized';

/**
 * How strong the key of a signature is, for any signer and use: RSA from 2048 to 8192 bits and curves of 256 bits
 * and more are relied upon (ETSI TS 119 312, 6). For how long yet is another matter, see `algorithmSunset`.
 */
export function keyStrength(key: KeyObject): KeyStrength {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec') return CURVES.has(namedCurve) ? 'strong' : 'weak';
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'rsa-pss') return 'weak';
  if (modulusLength > MAX_RSA_BITS) return 'oversized';
  return modulusLength >= MIN_RSA_BITS ? 'strong' : 'weak';
}
