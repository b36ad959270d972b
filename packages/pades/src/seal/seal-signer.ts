import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

import { type Certificate, readCertificate } from '../cms/certificate.ts';
import { ALGORITHMS, type SignatureAlgorithm } from '../cms/object-identifiers.ts';
import { verifySignature } from '../cms/verify-signature.ts';
import { SealRefusedError } from './seal-refused-error.ts';

const signAsync = promisify<string, Uint8Array, KeyObject, Buffer>(sign);

/**
 * Holder of a seal key. The key may be in this process, an HSM or a key service: all that is asked of
 * it is a signature.
 */
export interface SealSigner {
  readonly algorithm: SignatureAlgorithm;
  readonly certificate: Certificate;
  /** Issuers of the certificate, nearest first; embedded in the signature. */
  readonly chain: readonly Certificate[];
  /**
   * Signs `data` (not its digest) by {@link SealSigner.algorithm}: RSASSA-PKCS1-v1_5, or ECDSA with
   * the signature in DER. Must not block the event loop.
   */
  sign(data: Uint8Array): Promise<Uint8Array>;
}

/** A key and its certificates, each in DER or PEM. */
export interface KeyMaterial {
  readonly privateKey: KeyObject | string;
  readonly certificate: Uint8Array | string;
  readonly chain?: readonly (Uint8Array | string)[];
  /** By default SHA-256 for RSA and P-256, SHA-384 for P-384. */
  readonly algorithm?: SignatureAlgorithm;
}

/**
 * A signer over a key in this process; signing runs on libuv's threads.
 *
 * @throws SealRefusedError `key-unsupported` unless RSA of 2048 to 4096 bits, P-256 or P-384
 */
export function createSigner(material: KeyMaterial): SealSigner {
  const certificate = readCertificate(material.certificate);
  const key =
    typeof material.privateKey === 'string' ? createPrivateKey(material.privateKey) : material.privateKey;
  const algorithm = material.algorithm ?? defaultAlgorithm(key);
  checkKey(key, algorithm);
  return {
    algorithm,
    certificate,
    chain: (material.chain ?? []).map(readCertificate),
    sign: (data) => signAsync(ALGORITHMS[algorithm].digest, data, key),
  };
}

/** A key that is not in this process, with its certificates. */
export interface ExternalKey {
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
  /** Signs the data, not its digest, by the algorithm; ECDSA in DER. Must not block the event loop. */
  readonly sign: (data: Uint8Array, algorithm: SignatureAlgorithm) => Promise<Uint8Array>;
}

/**
 * A signer over a key elsewhere, in an HSM or a key service, which is asked for one signature first.
 *
 * @throws SealRefusedError `key-unsupported` as {@link createSigner}; `key-does-not-match` when what it signs does not
 * verify by the certificate; whatever `sign` throws
 */
export async function openExternalSigner({
  certificate,
  chain,
  sign: signBy,
}: ExternalKey): Promise<SealSigner> {
  const algorithm = defaultAlgorithm(certificate.publicKey);
  checkKey(certificate.publicKey, algorithm);
  const trial = randomBytes(32);
  const signature = await signBy(trial, algorithm);
  if (verifySignature(certificate.publicKey, ALGORITHMS[algorithm], [trial], signature) !== 'valid')
    throw new SealRefusedError(
      'key-does-not-match',
      `the key is not that of the certificate of ${certificate.commonName}`,
    );
  return { algorithm, certificate, chain, sign: (data) => signBy(data, algorithm) };
}

/** The algorithm a key is used with when nothing else is said. */
export function defaultAlgorithm(key: KeyObject): SignatureAlgorithm {
  if (key.asymmetricKeyType === 'rsa') return 'rsa-sha256';
  return key.asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'ecdsa-sha384' : 'ecdsa-sha256';
}

/** Refuses keys outside what the seal is specified for (DOC-ICP-01.01; ETSI TS 119 312). */
export function checkKey(key: KeyObject, algorithm: SignatureAlgorithm): void {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const fits =
    ALGORITHMS[algorithm].key === 'rsa'
      ? key.asymmetricKeyType === 'rsa' && modulusLength >= 2048 && modulusLength <= 4096
      : key.asymmetricKeyType === 'ec' && (namedCurve === 'prime256v1' || namedCurve === 'secp384r1');
  if (!fits) {
    throw new SealRefusedError(
      'key-unsupported',
      `${key.asymmetricKeyType} ${modulusLength || namedCurve} for ${algorithm}`,
    );
  }
}
