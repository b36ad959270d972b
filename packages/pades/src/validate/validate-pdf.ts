import type { Certificate } from '../cms/certificate.ts';
import type { SignatureAlgorithm } from '../cms/object-identifiers.ts';
import { type Attachment, readAttachments } from '../pdf/attachments.ts';
import { PdfSyntaxError } from '../pdf/pdf-syntax-error.ts';
import { PdfString } from '../pdf/pdf-values.ts';
import type { ReaderLimits } from '../pdf/reader-limits.ts';
import { readPdf, type StrictPdf } from '../pdf/strict-pdf.ts';
import { decodeText } from '../pdf/text-string.ts';
import type { ByteRange } from '../seal/seal-pdf.ts';
import { type CheckedSeal, checkSeal, newestSeal, type TrustedSealCertificate } from './check-seal.ts';
import { findGenuinePrefix } from './genuine-prefix.ts';
import { judgeLaterRevisions } from './judge-revisions.ts';
import type { LaterSignature } from './later-signature.ts';
import { type Reason, reason } from './reasons.ts';
import { containsSealTrace } from './seal-trace.ts';
import { fileDigest } from './signed-digest.ts';

export type Verdict =
  /** Sealed by us, every byte as it was issued, nothing added. */
  | 'intact'
  /** The file begins with a sealed document that is intact; what follows is somebody's valid signature. */
  | 'later-signature'
  /** The file begins with a sealed document that is intact; what follows is not allowed. */
  | 'altered-after-sealing'
  /** It carries a seal that names one of our certificates and does not hold. */
  | 'signature-invalid'
  /** A readable PDF without a seal of ours. Nothing is said of any other signature it may have. */
  | 'not-sealed-by-us'
  /** Not a strictly well-formed PDF, or an encrypted one. */
  | 'unreadable';

export interface ValidationOptions {
  /** Seal certificates past and present; a seal by any other certificate is not ours. */
  readonly trustedSealCertificates: readonly TrustedSealCertificate[];
  /** The version that was issued under this document's identity, when the caller knows it. */
  readonly knownVersion?: { readonly sha256: string; readonly sizeBytes: number };
  readonly limits?: Partial<ReaderLimits>;
}

/** The seal that the verdict is about. */
export interface ValidatedSeal {
  readonly certificate: Certificate;
  readonly algorithm: SignatureAlgorithm | undefined;
  /** From M: the sealing system's own clock. */
  readonly signingTime: Date | undefined;
  readonly fieldName: string;
  readonly name: string | undefined;
  readonly reason: string | undefined;
  readonly location: string | undefined;
  readonly byteRange: ByteRange | undefined;
  /** Index of the sealed revision. */
  readonly revision: number | undefined;
}

/** An embedded file of the sealed document. */
export interface SealedAttachment extends Attachment {
  /** Written in the sealed revision itself, so by whoever sealed, not by whoever made the document. */
  readonly addedWithSeal: boolean;
}

export interface Validation {
  readonly verdict: Verdict;
  /** Why; empty for `intact`. */
  readonly reasons: readonly Reason[];
  readonly seal: ValidatedSeal | undefined;
  /** Length in bytes of the genuine document the file is or begins with. */
  readonly sealedBytes: number | undefined;
  /** SHA-256 of those bytes, hexadecimal. */
  readonly sealedSha256: string | undefined;
  /** SHA-256 of the whole file, hexadecimal. */
  readonly sha256: string;
  /** Ends of all revisions that could be read, in bytes. */
  readonly revisionEnds: readonly number[];
  /** Embedded files as the sealed revision has them; empty when no genuine part was found. */
  readonly attachments: readonly SealedAttachment[];
  readonly laterSignatures: readonly LaterSignature[];
  /** Raw traces of one of our seals, however broken the file. */
  readonly sealTrace: boolean;
  /** How the file stands to `knownVersion`. */
  readonly knownVersion: 'identical' | 'continued' | 'different' | undefined;
}

type Finding = Omit<Validation, 'knownVersion' | 'sealTrace' | 'sha256'> & {
  readonly sha256: string | undefined;
};

/**
 * Judges a file by the policy for one's own seals: strict parsing, a seal whose ByteRange covers one
 * whole revision, a canonical CMS by a pinned certificate, and nothing afterwards that a named rule
 * does not allow. Every other file, whatever other signatures it carries, gets another verdict.
 *
 * Never throws on account of the file's content.
 */
export async function validatePdf(bytes: Uint8Array, options: ValidationOptions): Promise<Validation> {
  const { trustedSealCertificates: trusted, limits = {}, knownVersion } = options;
  const finding = await findingOf(bytes, trusted, limits);
  const sha256 = finding.sha256 ?? (await fileDigest(bytes));
  const certificates = trusted.map(({ certificate }) => certificate);
  const validation = {
    ...finding,
    sha256,
    sealTrace: finding.seal !== undefined || containsSealTrace(bytes, certificates),
    knownVersion: undefined,
  };
  return knownVersion ? compareWithKnown(bytes, validation, knownVersion) : validation;
}

async function findingOf(
  bytes: Uint8Array,
  trusted: readonly TrustedSealCertificate[],
  limits: Partial<ReaderLimits>,
): Promise<Finding> {
  let finding: Finding;
  try {
    finding = await judge(readPdf(bytes, limits), trusted);
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    finding = without('unreadable', reason('not-well-formed', `${error.code} at byte ${error.offset}`));
  }
  if (finding.sealedBytes !== undefined) return finding;
  const prefix = await findGenuinePrefix(bytes, trusted, limits);
  if (!prefix) return finding;
  const reasons = [reason('bytes-after-seal', `${bytes.length - prefix.pdf.end} bytes`), ...finding.reasons];
  const { revisionEnds } = finding;
  const sealed = genuine(prefix.pdf, prefix.seal);
  return {
    ...sealed,
    verdict: 'altered-after-sealing',
    reasons,
    // That of the beginning is known, that of the file is not.
    sha256: undefined,
    revisionEnds: revisionEnds.length > 0 ? revisionEnds : sealed.revisionEnds,
  };
}

function without(verdict: Verdict, why: Reason): Finding {
  return {
    verdict,
    reasons: [why],
    seal: undefined,
    sealedBytes: undefined,
    sealedSha256: undefined,
    sha256: undefined,
    revisionEnds: [],
    attachments: [],
    laterSignatures: [],
  };
}

async function judge(pdf: StrictPdf, trusted: readonly TrustedSealCertificate[]): Promise<Finding> {
  const revisionEnds = pdf.revisions.map(({ end }) => end);
  const candidate = newestSeal(pdf, trusted);
  if (!candidate) {
    const why = reason(pdf.hasSignatures ? 'no-seal-of-ours' : 'no-signature');
    return { ...without('not-sealed-by-us', why), revisionEnds };
  }
  const seal = await checkSeal(pdf, candidate);
  if (seal.reasons.length > 0 || !seal.coverage) {
    const { reasons, digests } = seal;
    const sha256 = digests?.sha256;
    return {
      ...without('signature-invalid', reason('no-signature')),
      reasons,
      seal: describe(seal),
      sha256,
      revisionEnds,
    };
  }
  const { revision } = seal.coverage;
  if (revision.end === pdf.bytes.length) return genuine(pdf, seal);
  const sealed = readPdf(pdf.bytes.subarray(0, revision.end), pdf.limits);
  const { objections, signatures } = judgeLaterRevisions(pdf, revision);
  const notes = signatures.map(({ visible, signerName, fieldName }) =>
    reason(visible ? 'later-signature-visible' : 'later-signature-present', signerName ?? fieldName),
  );
  return {
    ...genuine(sealed, seal),
    verdict: objections.length > 0 ? 'altered-after-sealing' : 'later-signature',
    reasons: [...objections, ...notes],
    revisionEnds,
    laterSignatures: signatures,
  };
}

/** What is said of a document whose seal holds; `pdf` ends with the sealed revision. */
function genuine(pdf: StrictPdf, seal: CheckedSeal): Finding {
  return {
    verdict: 'intact',
    reasons: [],
    seal: describe(seal),
    sealedBytes: pdf.end,
    sealedSha256: seal.digests?.sealedSha256,
    sha256: seal.digests?.sha256,
    revisionEnds: pdf.revisions.map(({ end }) => end),
    attachments: sealedAttachments(pdf),
    laterSignatures: [],
  };
}

/** `pdf` ends with the sealed revision. */
function sealedAttachments(pdf: StrictPdf): SealedAttachment[] {
  const sealedRevision = pdf.revisions.length - 1;
  try {
    return readAttachments(pdf).map((file) =>
      Object.assign(file, { addedWithSeal: file.revision === sealedRevision }),
    );
  } catch (error) {
    // A document may have come with a broken tree of attachments; the seal over it holds all the same.
    if (error instanceof PdfSyntaxError) return [];
    throw error;
  }
}

function describe(seal: CheckedSeal): ValidatedSeal {
  // Direct values only, as a seal has them; nothing here may fail when the seal holds.
  const text = (key: string): string | undefined => {
    const value = seal.field.value.get(key);
    return value instanceof PdfString ? decodeText(value.bytes) : undefined;
  };
  return {
    certificate: seal.trusted.certificate,
    algorithm: seal.algorithm,
    signingTime: seal.signingTime,
    fieldName: seal.field.name,
    name: text('Name'),
    reason: text('Reason'),
    location: text('Location'),
    byteRange: seal.coverage?.byteRange,
    revision: seal.coverage?.revision.index,
  };
}

/** Step 1: the register of issued versions. A seal that holds on a version never issued is reported. */
async function compareWithKnown(
  bytes: Uint8Array,
  validation: Validation,
  known: { readonly sha256: string; readonly sizeBytes: number },
): Promise<Validation> {
  if (validation.sha256 === known.sha256) return { ...validation, knownVersion: 'identical' };
  const longer = bytes.length > known.sizeBytes;
  const continued = longer && (await fileDigest(bytes.subarray(0, known.sizeBytes))) === known.sha256;
  if (continued) return { ...validation, knownVersion: 'continued' };
  const reasons = [...validation.reasons, reason('known-version-differs')];
  return { ...validation, knownVersion: 'different', reasons };
}
