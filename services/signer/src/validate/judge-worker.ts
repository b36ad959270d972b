import type { AnswerOf } from '@lacre/contracts';
import {
  PdfSyntaxError,
  readCertificate,
  readPdf,
  validatePdf,
  type Certificate,
  type Reason,
  type ValidatedSeal,
  type ValidationReport,
  type Verdict,
} from '@lacre/pades';

import { embeddedFacts, type EmbeddedFacts } from '../embedded/embedded-facts.ts';
import { anchorsOf, trustedSeals, type WorkerTrust } from '../embedded/worker-trust.ts';
import { printsOtherwise } from '../intake/printing/print-differences.ts';
import { sha256Of } from '../keys/certificate-hash.ts';
import { issuerNameOf } from '../keys/issuer-name.ts';
import { serveWorker } from '../workers/serve-worker.ts';
import { maskCertificateName } from './certificate-name.ts';

export interface JudgeInput extends WorkerTrust {
  pdf: Uint8Array;
  /** Whether `printsOtherwise` is asked. */
  asksPrinting: boolean;
}

type Report = NonNullable<AnswerOf<'validateDocument'>['report']>;
type JudgedReason = Pick<Reason, 'code' | 'detail' | 'trust'>;
/** The report as far as it is no matter of language: reasons are still codes. */
export type JudgedReport = Omit<Report, 'revisions'> & {
  revisions: readonly (Omit<Report['revisions'][number], 'reasons'> & {
    reasons: readonly JudgedReason[];
  })[];
};

/** What the file says of itself, as far as it can be checked without the register. */
export interface JudgedFile {
  verdict: Verdict;
  reasons: readonly JudgedReason[];
  /** The genuine document that the file is or begins with. */
  sealedSha256: string | null;
  sealedBytes: number | null;
  /** The sealed part prints otherwise than it shows; false where that is not asked. */
  printsOtherwise: boolean;
  /** Traces of our seal, however broken the file. */
  sealTrace: boolean;
  /** Signatures that the document had before its seal. */
  embedded: readonly EmbeddedFacts[];
  laterSignatures: AnswerOf<'validateDocument'>['laterSignatures'];
  /** Where signatures after the seal draw. */
  stamps: AnswerOf<'validateDocument'>['stamps'];
  seal: { subject: string; issuer: string; certificateSha256: string } | null;
  report: JudgedReport | null;
}

serveWorker(async ({ pdf, asksPrinting, ...trust }: JudgeInput): Promise<JudgedFile> => {
  const validation = await validatePdf(pdf, {
    trustedSealCertificates: trustedSeals(trust),
    trustAnchors: trust.trustAnchors.map(readCertificate),
    signerAnchors: anchorsOf(trust),
  });
  const { seal } = validation;
  return {
    verdict: validation.verdict,
    reasons: plain(validation.reasons),
    sealedSha256: validation.sealedSha256 ?? null,
    sealedBytes: validation.sealedBytes ?? null,
    sealTrace: validation.sealTrace,
    printsOtherwise:
      asksPrinting && seal !== undefined && (await printsOtherwiseIn(pdf, validation.sealedBytes)),
    embedded: validation.embedded.map(embeddedFacts),
    laterSignatures: validation.laterSignatures.flatMap(({ signerName, trust: signerTrust, signingTime }) =>
      signerName === undefined
        ? []
        : [{ signer: maskCertificateName(signerName), trust: signerTrust, statedTime: iso(signingTime) }],
    ),
    stamps: validation.laterSignatures.flatMap(({ signerName, trust: signerTrust, stamp }) =>
      stamp
        ? [
            {
              signer: maskCertificateName(signerName ?? ''),
              trust: signerTrust,
              page: stamp.page,
              ...stamp.area,
              shape: stamp.shape,
            },
          ]
        : [],
    ),
    seal: seal
      ? {
          subject: seal.certificate.commonName,
          issuer: issuerNameOf(seal.certificate),
          certificateSha256: sha256Of(seal.certificate),
        }
      : null,
    report: seal ? reportOf(validation.report, seal) : null,
  };
});

/** Of the sealed part: what follows it is judged by the library's rules. */
async function printsOtherwiseIn(pdf: Uint8Array, sealedBytes: number | undefined): Promise<boolean> {
  if (sealedBytes === undefined) return false;
  try {
    return await printsOtherwise(readPdf(pdf.subarray(0, sealedBytes)));
  } catch (error) {
    if (error instanceof PdfSyntaxError) return false;
    throw error;
  }
}

const plain = (reasons: readonly Reason[]): JudgedReason[] =>
  reasons.map(({ code, detail, trust }) => ({
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(trust === undefined ? {} : { trust }),
  }));

const iso = (time: Date | undefined): string | null => time?.toISOString() ?? null;

const certificateFacts = (certificate: Certificate): Report['certificates'][number] => ({
  subject: certificate.commonName,
  issuer: issuerNameOf(certificate),
  serial: certificate.x509.serialNumber,
  notBefore: certificate.notBefore.toISOString(),
  notAfter: certificate.notAfter.toISOString(),
  sha256: sha256Of(certificate),
});

const revocationFacts = (found: ValidationReport['revocation'][number]): Report['revocation'][number] => ({
  certificate: found.about.commonName,
  source: found.by,
  status: found.status.status,
  revokedAt: found.status.status === 'revoked' ? found.status.revokedAt.toISOString() : null,
  thisUpdate: found.thisUpdate.toISOString(),
  nextUpdate: iso(found.nextUpdate),
});

function reportOf(report: ValidationReport, seal: ValidatedSeal): JudgedReport {
  const { indication, level, provenTime, provableUntil, timeStamps, revisions } = report;
  return {
    indication: indication?.indication ?? null,
    subIndication: indication?.subIndication ?? null,
    level: level ?? null,
    provenTime: iso(provenTime),
    provableUntil: iso(provableUntil),
    certificates: [seal.certificate, ...report.sealIssuers].map(certificateFacts),
    policy: seal.policy ?? null,
    revocation: report.revocation.map(revocationFacts),
    timeStamps: timeStamps.map(({ kind, time, authority, trusted, problem }) => ({
      kind,
      time: iso(time),
      authority: authority?.commonName ?? null,
      trusted,
      problem: problem ?? null,
    })),
    revisions: revisions.map(({ start, end, sha256, kind, by, time, changes, reasons }) => ({
      startByte: start,
      endByte: end,
      sha256: sha256 ?? null,
      kind,
      by: [...by],
      time: iso(time),
      changes: changes.map(({ objectNumber, change, what, allowedBy }) => ({
        objectNumber,
        change,
        what,
        allowedBy: allowedBy ?? null,
      })),
      reasons: plain(reasons),
    })),
  };
}
