import type { PdfReader } from './pdf-reader.ts';
import { PdfSyntaxError } from './syntax/pdf-syntax-error.ts';
import { PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from './syntax/pdf-values.ts';

/** Calls `visit` for every reference in a value. */
export function eachReference(value: PdfValue, visit: (ref: PdfRef) => void): void {
  if (value instanceof PdfRef) visit(value);
  else if (value instanceof PdfArray) for (const item of value.items) eachReference(item, visit);
  else if (value instanceof PdfStream) eachReference(value.dict, visit);
  else if (value instanceof PdfDict) {
    for (const entry of value.entries.values()) eachReference(entry.value, visit);
  }
}

/** True when anything in the value is an object of its own. */
export function hasReferences(value: PdfValue): boolean {
  let found = false;
  eachReference(value, () => {
    found = true;
  });
  return found;
}

/**
 * A reference with another generation than its object has leads to nothing by the standard (7.3.10),
 * to the object in readers that ignore generations, and others take the whole file for broken. Nothing may
 * refer to a cross-reference stream: one that is not listed is nothing to some, and the object of its number to MuPDF.
 *
 * @throws PdfSyntaxError `reference-generation`, `object-mismatch`
 */
export function checkReferences(pdf: PdfReader, value: PdfValue): void {
  eachReference(value, (ref) => {
    const entry = pdf.entryOf(ref.num);
    if (pdf.isSection(ref.num)) {
      throw new PdfSyntaxError('object-mismatch', 0, `reference to cross-reference stream ${ref.num}`);
    }
    if (entry === undefined || entry.kind === 'free') return;
    if (ref.gen === (entry.kind === 'offset' ? entry.gen : 0)) return;
    throw new PdfSyntaxError('reference-generation', 0, `reference to ${ref.num} ${ref.gen}`);
  });
}

/**
 * An object that was freed, and that the document still refers to, is nothing by the standard (7.3.10). Poppler
 * searches the file for it, and rebuilding the cross-reference finds it, too: they show what was deleted.
 *
 * @throws PdfSyntaxError `layout-hidden-object`
 */
export function checkFreed(pdf: PdfReader): void {
  const freed = new Set<number>();
  for (const { entries } of pdf.revisions) {
    for (const [num, { kind }] of entries) {
      if (kind === 'free' && wasInUse(pdf, num) && pdf.entryOf(num)?.kind === 'free') freed.add(num);
    }
  }
  if (freed.size === 0) return;
  const reached = new Set<number>();
  const pending: PdfValue[] = [pdf.trailer];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    eachReference(value, ({ num }) => {
      if (freed.has(num))
        throw new PdfSyntaxError('layout-hidden-object', 0, `reference to object ${num}, freed`);
      if (reached.has(num)) return;
      reached.add(num);
      pending.push(pdf.object(num));
    });
  }
}

function wasInUse(pdf: PdfReader, num: number): boolean {
  return pdf.revisions.some(({ entries }) => (entries.get(num)?.kind ?? 'free') !== 'free');
}

/**
 * Numbers that the document refers to though no such object is in use. An update that adds one of them
 * changes what the document shows without changing any object of it. Parses every object.
 */
export function danglingReferences(pdf: PdfReader): Set<number> {
  const dangling = new Set<number>();
  for (const num of pdf.objectNumbers()) {
    eachReference(pdf.object(num), (ref) => {
      const entry = pdf.entryOf(ref.num);
      if (entry === undefined || entry.kind === 'free') dangling.add(ref.num);
    });
  }
  return dangling;
}
