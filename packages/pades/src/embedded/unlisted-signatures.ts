import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/syntax/pdf-values.ts';

/**
 * Signature dictionaries that a document leads to by a field or annotation that its form does not list. Readers that
 * go by the form do not see them; those that go by the pages show them as signatures.
 *
 * @returns the name of each field, as far as it has one
 */
export function unlistedSignatures(pdf: StrictPdf): string[] {
  const listed = new Set(pdf.form.signatures.map(({ field }) => field.start));
  const found: string[] = [];
  const seen = new Set<number>();
  const pending: PdfValue[] = [pdf.trailer];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (value instanceof PdfRef) {
      if (seen.has(value.num)) continue;
      seen.add(value.num);
      pending.push(pdf.object(value.num));
    } else if (value instanceof PdfArray) pending.push(...value.items);
    else if (value instanceof PdfStream) pending.push(value.dict);
    else if (value instanceof PdfDict) {
      if (isSignature(pdf.resolve(value.get('V'))) && !listed.has(value.start)) found.push(fieldName(value));
      for (const entry of value.entries.values()) pending.push(entry.value);
    }
  }
  return found;
}

/** Table 255: what has both is read as a signature, whatever Type says. */
function isSignature(value: PdfValue): boolean {
  return value instanceof PdfDict && value.has('ByteRange') && value.has('Contents');
}

function fieldName(field: PdfDict): string {
  const name = field.get('T');
  return name !== undefined && name !== null && typeof name === 'object' && 'bytes' in name
    ? Buffer.from(name.bytes).toString('latin1')
    : '';
}
