import { type KeyObject, verify } from 'node:crypto';

import type { Certificate } from './certificate.ts';
import { ALGORITHMS, type SignatureAlgorithm } from './object-identifiers.ts';

/** ETSI TS 119 312, 6: RSA below 2048 bits and other curves are not relied upon. */
const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const MIN_RSA_BITS = 2048;
/** A larger one only takes time to verify. */
const MAX_RSA_BITS = 8192;

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
  if (!isKeyFor(signer.publicKey, algorithm)) return false;
  try {
    return verify(ALGORITHMS[algorithm].digest, data, signer.publicKey, signature);
  } catch {
    // OpenSSL throws for some signatures that cannot be one of the key.
    return false;
  }
}

function isKeyFor(key: KeyObject, algorithm: SignatureAlgorithm): boolean {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  if (ALGORITHMS[algorithm].key === 'ec') return key.asymmetricKeyType === 'ec' && CURVES.has(namedCurve);
  return key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS && modulusLength <= MAX_RSA_BITS;
}
