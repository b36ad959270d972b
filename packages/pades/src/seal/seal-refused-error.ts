/** Why a document is not sealed, or a revision not appended; a closed list, for a product to translate. */
export type SealRefusal =
  | 'encrypted'
  /** Certified with "no changes allowed" (DocMDP 1), or locked so by a signature field. */
  | 'certified-no-changes'
  /** Certified for forms and signatures only: a signature may be added, pages or attachments may not. */
  | 'certified-no-pages'
  /** Signed before: pages or attachments would have validators report those signatures as broken. */
  | 'signed-no-pages'
  | 'no-pages'
  | 'evidence-unusable'
  | 'key-unsupported'
  | 'key-does-not-match'
  | 'certificate-not-valid-now'
  /** A policy of ICP-Brasil may be declared only with a certificate of ICP-Brasil. */
  | 'policy-needs-icp-brasil'
  /** The CMS or time-stamp token came out larger than the room left for it. */
  | 'reserve-too-small'
  /** Over a gigabyte. */
  | 'too-large'
  /** Bytes given as a seal revision are not one, or not one over this file. */
  | 'not-a-seal-revision'
  /** The seal has a signature time stamp already. */
  | 'time-stamp-present'
  /** A certificate, OCSP response or CRL is not DER of its kind. */
  | 'validation-data-unreadable'
  /** The file has a security store that cannot be added to. */
  | 'security-store-malformed'
  /** Validation data was given for a signature that the file does not have. */
  | 'signature-unknown';

/** Thrown when the document, key or data may not be used as asked. Nothing was signed away. */
export class SealRefusedError extends Error {
  override readonly name = 'SealRefusedError';
  readonly code: SealRefusal;

  constructor(code: SealRefusal, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}
