import { createHash } from 'node:crypto';

import type { SignatureAlgorithm } from '@lacre/pades';

type Digest = 'sha256' | 'sha384' | 'sha512';

/** DigestInfo before its digest (RFC 8017, 9.2, note 1). */
const DIGEST_INFO: Readonly<Record<Digest, string>> = {
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
};

/** What a token is given to sign: of RSA a DigestInfo, which it pads; of ECDSA the digest. */
export function signedForm(data: Uint8Array, algorithm: SignatureAlgorithm): Buffer {
  const [kind, name] = algorithm.split('-') as ['rsa' | 'ecdsa', Digest];
  const digest = createHash(name).update(data).digest();
  return kind === 'rsa' ? Buffer.concat([Buffer.from(DIGEST_INFO[name], 'hex'), digest]) : digest;
}

/** ECDSA-Sig-Value (RFC 3279, 2.2.3) of r and s as a token gives them, one after the other and as long. */
export function ecdsaInDer(signature: Uint8Array): Buffer {
  const half = signature.length / 2;
  if (half === 0 || !Number.isInteger(half)) throw new RangeError(`${signature.length} bytes are no r and s`);
  const parts = Buffer.concat([integer(signature.subarray(0, half)), integer(signature.subarray(half))]);
  // Of P-384 and below it is never 128 bytes long.
  return Buffer.concat([Buffer.of(0x30, parts.length), parts]);
}

/** The shortest form of a positive number (X.690, 8.3). */
function integer(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const shortest = bytes.subarray(start);
  const sign = (shortest[0] ?? 0) >= 0x80 ? [0] : [];
  return Buffer.concat([Buffer.of(0x02, shortest.length + sign.length, ...sign), shortest]);
}
