import { PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from './pdf-values.ts';
import type { StrictPdf } from './strict-pdf.ts';

/** Calls `visit` for every reference in a value. */
export function eachReference(value: PdfValue, visit: (ref: PdfRef) => void): void {
  if (value instanceof PdfRef) visit(value);
  else if (value instanceof PdfArray) for (const item of value.items) eachReference(item, visit);
  else if (value instanceof PdfStream) eachReference(value.dict, visit);
  else if (value instanceof PdfDict) {
    for (const entry of value.entries.values()) eachReference(entry.value, visit);
  }
}

/**
 * Numbers that the document refers to though no such object is in use. Whoever adds one of them
 * changes what the document shows without changing any object of it. Parses every object.
 */
export function danglingReferences(pdf: StrictPdf): Set<number> {
  const dangling = new Set<number>();
  for (const num of pdf.objectNumbers()) {
    eachReference(pdf.object(num), (ref) => {
      const entry = pdf.entryOf(ref.num);
      if (entry === undefined || entry.kind === 'free') dangling.add(ref.num);
    });
  }
  return dangling;
}
