import { type EmbeddedOptions, readCertificate, type TrustedSealCertificate } from '@lacre/pades';

import type { SealKeys } from '../keys/seal-keys.ts';

/** Certificates in DER, each with its issuers. */
interface TrustedDer {
  certificate: Uint8Array;
  chain: readonly Uint8Array[];
}

/** What workers judge signatures by, as it goes to them. */
export interface WorkerTrust {
  trusted: readonly TrustedDer[];
  /** What time-stamp authorities must lead to, DER. */
  trustAnchors: readonly Uint8Array[];
  /** What signers may lead to. */
  signerAnchors: readonly { certificate: Uint8Array; kind: 'icp-brasil' | 'trusted' }[];
}

/** Whose seals, time stamps and signatures are believed. */
export interface TrustParts {
  readonly sealKeys: SealKeys;
  readonly signerAnchors: EmbeddedOptions['anchors'];
}

/** Asked at every file: certificates become known while the service runs. */
export async function workerTrust({ sealKeys, signerAnchors }: TrustParts): Promise<WorkerTrust> {
  await sealKeys.takeUpCertificates();
  return {
    trusted: sealKeys.trusted.map(({ certificate, chain = [] }) => ({
      certificate: certificate.der,
      chain: chain.map(({ der }) => der),
    })),
    trustAnchors: sealKeys.timeStampAnchors.map(({ der }) => der),
    signerAnchors: signerAnchors.map(({ certificate, kind }) => ({ certificate: certificate.der, kind })),
  };
}

export const trustedSeals = ({ trusted }: WorkerTrust): TrustedSealCertificate[] =>
  trusted.map(({ certificate, chain }) => ({
    certificate: readCertificate(certificate),
    chain: chain.map(readCertificate),
  }));

export const anchorsOf = ({ signerAnchors }: WorkerTrust): EmbeddedOptions['anchors'] =>
  signerAnchors.map(({ certificate, kind }) => ({ certificate: readCertificate(certificate), kind }));
