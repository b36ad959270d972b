import { constants, createVerify, type KeyObject } from 'node:crypto';

import { keyStrength } from './key-strength.ts';
import type { DigestName } from './object-identifiers.ts';

/** Digests that signatures are made with, the broken ones too. */
export type SignatureDigest = DigestName | 'md5' | 'sha1' | 'sha224';

/** How a signature is made. */
export interface SignatureScheme {
  readonly digest: SignatureDigest;
  /** Kind of the key; by default whichever it is. */
  readonly key?: 'rsa' | 'ec';
  /** RSASSA-PSS, its salt as long as it comes (RFC 8017, 8.1), instead of RSASSA-PKCS1-v1_5. */
  readonly pss?: boolean;
}

/**
 * valid: by the key, which is relied upon · weak: by the key, which is not, or with a digest that is not · mismatch:
 * not by the key · unsupported: not verified, the key being too large.
 */
export type SignatureCheck = 'valid' | 'weak' | 'mismatch' | 'unsupported';

/** ETSI TS 119 312, 5: collisions of them can be made. */
const WEAK_DIGESTS: ReadonlySet<SignatureDigest> = new Set<SignatureDigest>(['md5', 'sha1']);

/**
 * Verifies a signature by a public key, whose strength is judged with it.
 *
 * @param parts what was signed, one part after the other
 * @param signature of ECDSA in DER
 */
export function verifySignature(
  key: KeyObject,
  { digest, key: kind, pss = false }: SignatureScheme,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): SignatureCheck {
  if (kind !== undefined && key.asymmetricKeyType !== kind) return 'mismatch';
  const strength = keyStrength(key);
  if (strength === 'oversized') return 'unsupported';
  const verifier = createVerify(digest);
  for (const part of parts) verifier.update(part);
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
  try {
    if (!verifier.verify(pss ? { key, ...padding } : key, signature)) return 'mismatch';
  } catch {
    // OpenSSL throws for a key that does not fit, and for some signatures that cannot be one of the key.
    return 'mismatch';
  }
  return strength === 'strong' && !WEAK_DIGESTS.has(digest) ? 'valid' : 'weak';
}
