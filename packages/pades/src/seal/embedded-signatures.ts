import { readDerPrefix } from '../cms/der.ts';
import { DerError } from '../cms/der.ts';
import type { SignatureField } from '../pdf/document/interactive-form.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { isName, PdfString } from '../pdf/syntax/pdf-values.ts';

/** A signature or document time stamp as it lies in a file; nothing of it is verified. */
export interface EmbeddedSignature {
  readonly fieldName: string;
  readonly kind: 'signature' | 'document-time-stamp';
  /** Contents with its padding, which is what names it in VRI. */
  readonly contents: Uint8Array;
  /** The CMS or time-stamp token; undefined when Contents does not begin with DER. */
  readonly cms: Uint8Array | undefined;
}

/** The signatures of a document, in the order of its form: whose validation data is to be gathered. */
export function embeddedSignatures(pdf: StrictPdf): EmbeddedSignature[] {
  return pdf.form.signatures.flatMap((field) => {
    const contents = contentsOf(pdf, field);
    if (!contents) return [];
    const timeStamp = isName(pdf.resolve(field.value.get('SubFilter')), 'ETSI.RFC3161');
    const kind = timeStamp ? 'document-time-stamp' : 'signature';
    return [{ fieldName: field.name, kind, contents, cms: withoutPadding(contents) }];
  });
}

function contentsOf(pdf: StrictPdf, { value }: SignatureField): Uint8Array | undefined {
  const contents = pdf.resolve(value.get('Contents'));
  return contents instanceof PdfString ? contents.bytes : undefined;
}

function withoutPadding(contents: Uint8Array): Uint8Array | undefined {
  try {
    return contents.subarray(0, readDerPrefix(contents).end);
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}
