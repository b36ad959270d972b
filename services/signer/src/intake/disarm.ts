import type { RemovedPart } from '@lacre/contracts';
import { rewriteObjects, type PdfSource, type StrictPdf } from '@lacre/pades';

import { withoutActiveParts } from './active-parts.ts';
import { bodySource, isDict, objectNumber, toJson, type Json, type Lookup } from './pdf-json.ts';
import { graphicsStateNumbers, PrintEquality } from './print-differences.ts';

export interface DisarmedPdf {
  /** The file with one more revision, for qpdf to write anew: that drops what nothing leads to any more. */
  pdf: Buffer;
  /** What was taken out, each kind once. */
  removed: RemovedPart[];
}

/**
 * The PDF without anything that acts by itself or is carried along unseen (OpenAction, AA, JavaScript, Launch and form
 * submission, XFA, media, embedded files), and without what makes it print otherwise than it shows. Objects of object
 * streams are looked into as any others are.
 *
 * @returns undefined when there is nothing to take out
 */
export function disarm(pdf: StrictPdf): DisarmedPdf | undefined {
  const values = new Map<number, Json>();
  for (const num of pdf.objectNumbers()) values.set(num, toJson(pdf.object(num)));
  const lookup: Lookup = (reference) => values.get(objectNumber(reference)) ?? null;
  const removed = new Set<RemovedPart>();
  const equality = new PrintEquality(lookup, graphicsStateNumbers(values.values(), lookup));
  const bodies = new Map<number, PdfSource>();
  for (const [num, before] of values) {
    const isCatalog = num === pdf.root.num;
    const passive = withoutActiveParts(before, lookup, (part) => removed.add(part));
    const kept = isCatalog ? withoutUsageRights(passive, removed) : passive;
    const after = equality.apply(num, kept, isCatalog);
    if (after !== before) bodies.set(num, bodySource(pdf.object(num), after));
  }
  if (equality.changedWhatShows) removed.add('print-differences');
  if (bodies.size === 0) return undefined;
  return { pdf: rewriteObjects(pdf, bodies), removed: [...removed] };
}

/**
 * Usage rights and certifications without a field (Perms, ISO 32000-2, 12.8.6) hold for the bytes as they were: a reader
 * warns of a file that is written anew with them still in it.
 */
function withoutUsageRights(catalog: Json, removed: Set<RemovedPart>): Json {
  if (!isDict(catalog) || !('/Perms' in catalog)) return catalog;
  removed.add('usage-rights');
  return Object.fromEntries(Object.entries(catalog).filter(([key]) => key !== '/Perms'));
}
