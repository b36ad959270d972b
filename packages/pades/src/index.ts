export { type Certificate, isIssuedBy, readCertificate } from './cms/certificate.ts';
export { DerError } from './cms/der.ts';
export type { SignatureAlgorithm } from './cms/object-identifiers.ts';
export { type CertificateRequest, issueCertificate } from './keys/issue-certificate.ts';
export type { LoadedKey } from './keys/loaded-key.ts';
export {
  createLocalAuthority,
  type LocalAuthority,
  type LocalAuthorityPem,
  type LocalAuthorityRequest,
  type SealKeyType,
} from './keys/local-authority.ts';
export { KeyFileError, type KeyFileProblem } from './keys/key-file-error.ts';
export type { ActiveContent } from './pdf/document/active-content.ts';
export { type Attachment, readAttachments } from './pdf/document/attachments.ts';
export type { Page, Rectangle } from './pdf/document/page-tree.ts';
export { type PdfSyntaxCode, PdfSyntaxError } from './pdf/syntax/pdf-syntax-error.ts';
export { DEFAULT_LIMITS, type ReaderLimits } from './pdf/syntax/reader-limits.ts';
export type { Revision } from './pdf/revision.ts';
export { readPdf, type StrictPdf } from './pdf/strict-pdf.ts';
export {
  PADES_AD_RA_V1_4,
  PADES_AD_RB_V1_3,
  PADES_AD_RC_V1_4,
  PADES_AD_RT_V1_3,
  type SignaturePolicy,
} from './cms/signature-policy.ts';
export {
  appendValidationData,
  type SignatureValidationData,
  type ValidationDataRequest,
} from './seal/append-validation-data.ts';
export type { ContentsExtent } from './seal/contents-gap.ts';
export {
  type DocumentTimeStampRequest,
  prepareDocumentTimeStamp,
  type PreparedDocumentTimeStamp,
} from './seal/document-time-stamp.ts';
export { type EmbeddedSignature, embeddedSignatures } from './seal/embedded-signatures.ts';
export { type ByteRange, sealPdf, type SealedPdf, type SealRequest } from './seal/seal-pdf.ts';
export {
  addSignatureTimeStamp,
  checkSealRevision,
  readSealRevision,
  type SealRevision,
  signatureValueOf,
} from './seal/seal-revision.ts';
export { type SealRefusal, SealRefusedError } from './seal/seal-refused-error.ts';
export {
  createSigner,
  type ExternalKey,
  type KeyMaterial,
  openExternalSigner,
  type SealSigner,
} from './seal/seal-signer.ts';
export type { AttachmentSource } from './write/embed-files.ts';
export { GrowingPdf } from './write/growing-pdf.ts';
export type { AppendedRevision, PdfSoFar } from './write/pdf-so-far.ts';
export { type ValidationData, vriKey } from './write/security-store.ts';
export { RevisionWriter } from './write/revision-writer.ts';
export { nameSource, numberSource, type PdfSource } from './write/pdf-source.ts';
export { rewriteObjects } from './write/rewrite-objects.ts';
export {
  EMBEDDED_PROBLEMS,
  type EmbeddedProblem,
  type EmbeddedState,
  type EmbeddedTrust,
  isUnsound,
  type JudgedSignature,
} from './embedded/embedded-signature.ts';
export { type EmbeddedOptions, judgeEmbedded } from './embedded/judge-embedded.ts';
export type { SignaturePlace } from './embedded/signature-places.ts';
export type { PageArea } from './pdf/document/page-area.ts';
export type { PdfDict, PdfStream, PdfValue } from './pdf/syntax/pdf-values.ts';
export type { SignerAnchor, SignerTrust } from './embedded/signer-trust.ts';
export type { AllowRule } from './validate/revisions/allow-rule.ts';
export { ALLOW_RULES } from './validate/revisions/allow-rules.ts';
export { algorithmSunset } from './validate/existence/algorithm-sunset.ts';
export type { TrustedSealCertificate } from './validate/check-seal.ts';
export type { JudgedChange } from './validate/revisions/judge-revisions.ts';
export type { LaterSignature } from './validate/revisions/later-signature.ts';
export {
  BASELINE_LEVELS,
  type BaselineLevel,
  type Indication,
} from './validate/existence/proof-of-existence.ts';
export { EXPLANATIONS, type Reason, type ReasonCode } from './validate/reasons.ts';
export { containsSealTrace } from './validate/seal-trace.ts';
export type { ValidatedTimeStamp } from './validate/existence/time-stamp-check.ts';
export { validatePdf } from './validate/validate-pdf.ts';
export type { SignatureStamp } from './validate/stamp/signature-stamp.ts';
export type {
  ReportedRevocation,
  RevisionReport,
  SealedAttachment,
  ValidatedSeal,
  Validation,
  ValidationOptions,
  ValidationReport,
  Verdict,
} from './validate/verdict.ts';

// Time stamps, revocation, certificates and the authorities of one's own.
export {
  type CertificateExtensions,
  certificateExtensions,
  type KeyUsage,
} from './certificates/certificate-extensions.ts';
export {
  buildCertificatePath,
  CertificatePathError,
  type CertificatePathOptions,
  type CertificatePathProblem,
} from './certificates/certificate-path.ts';
export { icpBrasilPolicy, type IcpBrasilPolicy } from './certificates/icp-brasil.ts';
export { normalSerialNumber, serialNumberOf } from './certificates/serial-number.ts';
export { type DigestName, OID } from './cms/object-identifiers.ts';
export { type AuthorityAddresses, authorityAddresses } from './keys/authority-addresses.ts';
export {
  certificatesFromPem,
  heldCertificateFromPem,
  loadPem,
  localAuthorityFromPem,
} from './keys/load-pem.ts';
export {
  assembleAuthority,
  type HeldCertificate,
  type LocalRole,
  type SigningCertificate,
} from './keys/local-authority.ts';
export {
  AuthorityExpiredError,
  issueRoleCertificate,
  type RenewalRequest,
  renewOcspResponder,
  renewSeal,
  renewTimeStamping,
} from './keys/renew-certificate.ts';
export { answerOcspRequest, ocspRefusal, type OcspResponder } from './revocation/answer-ocsp-request.ts';
export { certificateId, type CertificateId } from './revocation/certificate-id.ts';
export type {
  CertificateStatus,
  FreshnessOptions,
  Revocation,
  RevocationReason,
  RevokedCertificate,
} from './revocation/certificate-status.ts';
export { type CrlRequest, issueCrl } from './revocation/issue-crl.ts';
export { type OcspQuery, type OcspRequest, ocspRequest, readOcspRequest } from './revocation/ocsp-request.ts';
export { type OcspResponse, readOcspResponse } from './revocation/ocsp-response.ts';
export { type Crl, readCrl } from './revocation/read-crl.ts';
export { RevocationError, type RevocationProblem } from './revocation/revocation-error.ts';
export { type CrlVerification, type VerifiedCrl, verifyCrl } from './revocation/verify-crl.ts';
export {
  type OcspVerification,
  type VerifiedOcspResponse,
  type VerifiedRevocation,
  verifyOcspResponse,
} from './revocation/verify-ocsp-response.ts';
export {
  answerTimeStampRequest,
  LOCAL_TIME_STAMP_POLICY,
  type TimeStampAuthority,
} from './time-stamp/answer-time-stamp-request.ts';
export {
  TimeStampError,
  type TimeStampFailure,
  type TimeStampProblem,
} from './time-stamp/time-stamp-error.ts';
export {
  readTimeStampRequest,
  type TimeStampQuery,
  type TimeStampRequest,
  timeStampRequest,
} from './time-stamp/time-stamp-request.ts';
export { readTimeStampResponse, type TimeStampResponse } from './time-stamp/time-stamp-response.ts';
export { readTimeStampToken, type TimeStampToken } from './time-stamp/time-stamp-token.ts';
export { type VerifiedTimeStamp, verifyTimeStampToken } from './time-stamp/verify-time-stamp-token.ts';
