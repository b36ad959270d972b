import type { Certificate } from '../cms/certificate.ts';
import type { SignatureAlgorithm } from '../cms/object-identifiers.ts';
import type { JudgedSignature } from '../embedded/embedded-signature.ts';
import type { EmbeddedOptions } from '../embedded/judge-embedded.ts';
import type { Attachment } from '../pdf/document/attachments.ts';
import type { ReaderLimits } from '../pdf/syntax/reader-limits.ts';
import type { CertificateStatus } from '../revocation/certificate-status.ts';
import type { ByteRange } from '../seal/seal-pdf.ts';
import type { TrustedSealCertificate } from './check-seal.ts';
import type { BaselineLevel, Indication } from './existence/proof-of-existence.ts';
import type { ValidatedTimeStamp } from './existence/time-stamp-check.ts';
import type { Reason } from './reasons.ts';
import type { JudgedRevision } from './revisions/judge-later.ts';
import type { JudgedChange } from './revisions/judge-revisions.ts';
import type { LaterSignature } from './revisions/later-signature.ts';

export type Verdict =
  /** Sealed by us, every byte as it was issued; after the seal nothing but our time stamps and validation data. */
  | 'intact'
  /**
   * As above, with time stamps or validation data that others added in their own way, or one end of line after the
   * end, which change nothing.
   */
  | 'augmented-by-others'
  /** The file begins with a sealed document that is intact; what follows is a valid foreign signature. */
  | 'later-signature'
  /** The file begins with a sealed document that is intact; what follows is not allowed. */
  | 'altered-after-sealing'
  /** Intact, but at a lower level than it was issued with. */
  | 'incomplete'
  /** The seal holds, over a document with a signature inside that does not. */
  | 'unsound-inside'
  /** It carries a seal that names one of our certificates and does not hold. */
  | 'signature-invalid'
  /** A readable PDF without a seal of ours. Nothing is said of any other signature it may have. */
  | 'not-sealed-by-us'
  /** Not a strictly well-formed PDF, one that reads in two ways, or an encrypted one. */
  | 'unreadable';

export interface ValidationOptions {
  /** Seal certificates past and present; a seal by any other certificate is not ours. */
  readonly trustedSealCertificates: readonly TrustedSealCertificate[];
  /**
   * What time-stamp authorities must lead to. When left out: the roots of the chains that the seal
   * certificates are given with, or the last certificate of one that has no root.
   */
  readonly trustAnchors?: readonly Certificate[];
  /** Roots that signers of a document before its seal may lead to. */
  readonly signerAnchors?: EmbeddedOptions['anchors'];
  /** The moment of judging, for what runs out; when left out, the last time that the file proves. */
  readonly at?: Date;
  /** The level that files are issued at: one below it has lost something. */
  readonly expectedLevel?: BaselineLevel;
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
  /** Object identifier of the signature policy that it declares (EN 319 122-1, 5.2.9). */
  readonly policy: string | undefined;
}

/** An embedded file of the sealed document. */
export interface SealedAttachment extends Attachment {
  /** Written in the sealed revision itself, so by the sealer, not by the document's author. */
  readonly addedWithSeal: boolean;
}

/** One saved state of the file: what it added, by whom, and by which rule that is allowed. */
export interface RevisionReport {
  readonly index: number;
  /** Extent in bytes. */
  readonly start: number;
  readonly end: number;
  /** SHA-256, hexadecimal, of the file up to its end. */
  readonly sha256: string | undefined;
  /** `document` is what was there before the seal. */
  readonly kind: 'document' | 'seal' | JudgedRevision['kind'];
  /** Common names of those who signed or stamped it. */
  readonly by: readonly string[];
  /** The earliest time of its signatures and time stamps. */
  readonly time: Date | undefined;
  /** What it leaves of the verdict; undefined for what the seal covers. */
  readonly keeps: JudgedRevision['keeps'] | undefined;
  /** Object by object; empty for `document`. */
  readonly changes: readonly JudgedChange[];
  readonly reasons: readonly Reason[];
}

/** What an OCSP response or a CRL in the file says of a certificate. */
export interface ReportedRevocation {
  readonly about: Certificate;
  readonly by: 'ocsp' | 'crl';
  readonly status: CertificateStatus;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** Index of the revision that brought it. */
  readonly revision: number;
}

/** The technical report. */
export interface ValidationReport {
  /** Status of the seal by ETSI EN 319 102-1; undefined when there is no seal to speak of. */
  readonly indication: Indication | undefined;
  /** Level that the genuine part reached. */
  readonly level: BaselineLevel | undefined;
  /** When the seal is proven to have existed, by the earliest time stamp that still counts. */
  readonly provenTime: Date | undefined;
  /** Until when that can be proven without a new archive time stamp. */
  readonly provableUntil: Date | undefined;
  /** Issuers of the seal certificate, nearest first, as far as they are known. */
  readonly sealIssuers: readonly Certificate[];
  /** Their names; when none is known, the one that the seal certificate itself says. */
  readonly sealIssuerNames: readonly string[];
  /** The seal's own first, then those of later revisions. */
  readonly timeStamps: readonly ValidatedTimeStamp[];
  /** What the file's validation data says of certificates, by those entitled to say it. */
  readonly revocation: readonly ReportedRevocation[];
  /** Oldest first; empty when the file cannot be read or has no seal that holds. */
  readonly revisions: readonly RevisionReport[];
}

export interface Validation {
  readonly verdict: Verdict;
  /** Why; empty for `intact`. */
  readonly reasons: readonly Reason[];
  readonly seal: ValidatedSeal | undefined;
  /** Length in bytes of the genuine document that the file is or begins with: as much as is `intact`. */
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
  /** Signatures that the document had before it was sealed, as they stood when it was. */
  readonly embedded: readonly JudgedSignature[];
  /** Raw traces of one of our seals, however broken the file. */
  readonly sealTrace: boolean;
  /** How the file stands to `knownVersion`. */
  readonly knownVersion: 'identical' | 'continued' | 'different' | undefined;
  readonly report: ValidationReport;
}
