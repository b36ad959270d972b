/**
 * Every way a file can fail the strict reader. The list is closed so that a product can map each
 * code to a sentence of its own.
 */
export type PdfSyntaxCode =
  | 'not-a-pdf'
  | 'startxref-missing'
  | 'trailing-bytes'
  | 'xref-malformed'
  | 'xref-loop'
  | 'xref-order'
  | 'xref-size'
  | 'hybrid-conflict'
  | 'trailer-malformed'
  | 'token-malformed'
  | 'duplicate-key'
  | 'object-mismatch'
  | 'object-malformed'
  | 'stream-malformed'
  | 'filter-unsupported'
  | 'inflate-failed'
  | 'object-stream-malformed'
  | 'reference-loop'
  | 'reference-generation'
  | 'layout-overlap'
  | 'layout-hidden-object'
  | 'layout-hidden-syntax'
  | 'layout-order'
  | 'linearization-length'
  | 'catalog-malformed'
  | 'page-tree-malformed'
  | 'form-malformed'
  | 'name-tree-malformed'
  | 'role-conflict'
  | 'encrypted'
  | 'limit-objects'
  | 'limit-depth'
  | 'limit-inflated'
  | 'limit-revisions'
  | 'limit-work'
  | 'limit-pages';

/** Thrown by everything that reads a PDF. Nothing else escapes from the reader on any input. */
export class PdfSyntaxError extends Error {
  override readonly name = 'PdfSyntaxError';
  /** What is wrong, as a stable code. */
  readonly code: PdfSyntaxCode;
  /** Byte offset in the file (or in the inflated object stream) where it was noticed. */
  readonly offset: number;

  constructor(code: PdfSyntaxCode, offset: number, detail: string) {
    super(`${code} at byte ${offset}: ${detail}`);
    this.code = code;
    this.offset = offset;
  }
}
