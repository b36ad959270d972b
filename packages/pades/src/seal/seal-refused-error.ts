/** Why a document is not sealed; a closed list, for a product to translate. */
export type SealRefusal =
  | 'encrypted'
  /** Certified by someone with "no changes allowed" (DocMDP 1), or locked so by a signature field. */
  | 'certified-no-changes'
  /** Certified for forms and signatures only: a signature may be added, pages or attachments may not. */
  | 'certified-no-pages'
  | 'no-pages'
  | 'evidence-unusable'
  | 'key-unsupported'
  | 'key-does-not-match'
  | 'certificate-not-valid-now'
  /** The CMS came out larger than reserveBytes. */
  | 'reserve-too-small'
  /** Over a gigabyte. */
  | 'too-large';

/** Thrown by sealPdf when the document or the key may not be used as asked. Nothing was signed away. */
export class SealRefusedError extends Error {
  override readonly name = 'SealRefusedError';
  readonly code: SealRefusal;

  constructor(code: SealRefusal, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}
