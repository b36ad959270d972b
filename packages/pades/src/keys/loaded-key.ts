import { createPublicKey, type KeyObject } from 'node:crypto';

import { type Certificate, isIssuedBy } from '../cms/certificate.ts';
import { createSigner, type SealSigner } from '../seal/seal-signer.ts';
import { KeyFileError } from './key-file-error.ts';

/** What a key file held. */
export interface LoadedKey {
  readonly privateKey: KeyObject;
  readonly certificate: Certificate;
  /** Issuers that the file has, nearest first. */
  readonly chain: readonly Certificate[];
  readonly signer: SealSigner;
}

/**
 * A private key with the one of the certificates that is its own, and that one's issuers among them.
 *
 * @throws KeyFileError `no-certificate`
 * @throws SealRefusedError `key-unsupported`
 */
export function withCertificates(privateKey: KeyObject, certificates: readonly Certificate[]): LoadedKey {
  const publicKey = createPublicKey(privateKey);
  const certificate = certificates.find((candidate) => candidate.publicKey.equals(publicKey));
  if (!certificate) throw new KeyFileError('no-certificate', 'no certificate belongs to the private key');
  const chain = issuersOf(certificate, certificates);
  const signer = createSigner({
    privateKey,
    certificate: certificate.der,
    chain: chain.map(({ der }) => der),
  });
  return { privateKey, certificate, chain, signer };
}

function issuersOf(certificate: Certificate, candidates: readonly Certificate[]): Certificate[] {
  const chain: Certificate[] = [];
  let current = certificate;
  for (;;) {
    const issuer = candidates.find((candidate) => candidate !== current && isIssuedBy(current, candidate));
    if (!issuer || chain.includes(issuer)) return chain;
    chain.push(issuer);
    current = issuer;
  }
}
