import { type KeyObject, verify } from 'node:crypto';

import type { Certificate } from './certificate.ts';
import { ALGORITHMS, type SignatureAlgorithm } from './object-identifiers.ts';

/** ETSI TS 119 312, 6: RSA below 2048 bits and other curves are not relied upon. */
const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const MIN_RSA_BYTES = 256;
/** A larger one only takes time to verify. */
const MAX_RSA_BYTES = 1024;

/**
 * True when `signature` over `data` is by the key of `signer`, which must be of the kind that
 * `algorithm` is for and strong enough. ECDSA signatures are in DER.
 */
export function isSignedBy(
  signer: Pick<Certificate, 'publicKey'>,
  algorithm: SignatureAlgorithm,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!isKeyFor(signer.publicKey, algorithm, signature)) return false;
  try {
    return verify(ALGORITHMS[algorithm].digest, data, signer.publicKey, signature);
  } catch {
    // OpenSSL throws for some signatures that cannot be one of the key.
    return false;
  }
}

function isKeyFor(key: KeyObject, algorithm: SignatureAlgorithm, signature: Uint8Array): boolean {
  if (ALGORITHMS[algorithm].key === 'ec') {
    return key.asymmetricKeyType === 'ec' && CURVES.has(key.asymmetricKeyDetails?.namedCurve ?? '');
  }
  // A signature is as long as the modulus, or does not verify (RFC 8017, 8.2.2); asking the key takes longer
  // than verifying.
  const { length } = signature;
  return key.asymmetricKeyType === 'rsa' && length >= MIN_RSA_BYTES && length <= MAX_RSA_BYTES;
}
