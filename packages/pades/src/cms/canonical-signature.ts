import type { KeyObject } from 'node:crypto';

import { DerError, readDer, sequence, TAG, unsignedInteger } from './der.ts';

/** Orders of the curves that seals are made on (SEC 2, 2.4.2 and 2.5.1), by OpenSSL's names. */
const ORDERS: ReadonlyMap<string, bigint> = new Map([
  ['prime256v1', 0xffffffff_00000000_ffffffff_ffffffff_bce6faad_a7179e84_f3b9cac2_fc632551n],
  [
    'secp384r1',
    0xffffffff_ffffffff_ffffffff_ffffffff_ffffffff_ffffffff_c7634d81_f4372ddf_581a0db2_48b0a77a_ecec196a_ccc52973n,
  ],
]);

/**
 * For every ECDSA signature (r, s) there is a second one, (r, n - s), that anyone can compute. The
 * one with the smaller s is taken as the signature, so that a seal cannot be exchanged for another
 * that holds as well. Signatures by other keys, and what is no signature, stay as they are.
 */
export function canonicalSignature(key: KeyObject, signature: Uint8Array): Uint8Array {
  const order = ORDERS.get(key.asymmetricKeyDetails?.namedCurve ?? '');
  if (order === undefined) return signature;
  try {
    return withSmallerS(signature, order);
  } catch (error) {
    if (error instanceof DerError) return signature;
    throw error;
  }
}

function withSmallerS(signature: Uint8Array, order: bigint): Uint8Array {
  const [r, s, ...rest] = readDer(signature).children(TAG.sequence);
  if (!r || !s || rest.length > 0) throw new DerError('not a pair of integers');
  const value = BigInt(`0x${Buffer.from(s.unsignedInteger()).toString('hex')}`);
  if (value <= order / 2n || value >= order) return signature;
  const other = (order - value).toString(16);
  const bytes = Buffer.from(other.padStart(other.length + (other.length % 2), '0'), 'hex');
  return sequence(unsignedInteger(r.unsignedInteger()), unsignedInteger(bytes));
}
