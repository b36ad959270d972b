import { readCertificate, validatePdf, type Reason, type Verdict } from '@lacre/pades';

import { sha256Of } from '../keys/certificate-hash.ts';
import { serveThread, type TaskResult } from '../threads/serve-thread.ts';

/** Certificates in DER, each with its issuers. */
export interface TrustedDer {
  certificate: Uint8Array;
  chain: readonly Uint8Array[];
}

export interface JudgeInput {
  pdf: Uint8Array;
  trusted: readonly TrustedDer[];
}

/** What the file says of itself, as far as it can be checked without the register. */
export interface JudgedFile {
  verdict: Verdict;
  reasons: readonly Pick<Reason, 'code' | 'detail'>[];
  /** The genuine document that the file is or begins with. */
  sealedSha256: string | null;
  /** What follows the genuine document has nothing that a reader, however lenient, would take for an object. */
  inertTail: boolean;
  /** Traces of our seal, however broken the file. */
  sealTrace: boolean;
  seal: { subject: string; issuer: string; certificateSha256: string } | null;
}

serveThread(async ({ pdf, trusted }: JudgeInput): Promise<TaskResult<JudgedFile>> => {
  const certificates = trusted.map(({ certificate, chain }) => ({
    certificate: readCertificate(certificate),
    chain: chain.map(readCertificate),
  }));
  const validation = await validatePdf(pdf, { trustedSealCertificates: certificates });
  const { seal } = validation;
  const issuer = certificates.find(({ certificate }) => certificate === seal?.certificate)?.chain[0];
  return {
    output: {
      verdict: validation.verdict,
      reasons: validation.reasons.map(({ code, detail }) => ({
        code,
        ...(detail === undefined ? {} : { detail }),
      })),
      sealedSha256: validation.sealedSha256 ?? null,
      inertTail: isInert(pdf, validation.sealedBytes),
      sealTrace: validation.sealTrace,
      seal: seal
        ? {
            subject: seal.certificate.commonName,
            issuer: (issuer ?? seal.certificate).commonName,
            certificateSha256: sha256Of(seal.certificate),
          }
        : null,
    },
  };
});

/** Readers that repair files look for these words wherever they stand (ISO 32000-2, 7.3.10 and 7.5). */
const SYNTAX = /obj|xref|trailer|%PDF/;
/** More than a stray line or two is not looked through: it is not inert. */
const LONGEST_INERT_BYTES = 4096;

function isInert(pdf: Uint8Array, sealedBytes: number | undefined): boolean {
  if (sealedBytes === undefined || pdf.length - sealedBytes > LONGEST_INERT_BYTES) return false;
  return !SYNTAX.test(Buffer.from(pdf.subarray(sealedBytes)).toString('latin1'));
}
