import type { RemovedPart } from '@lacre/contracts';
import { rewriteObjects, type PdfSource, type StrictPdf } from '@lacre/pades';

import { contentSource, evenContents } from '../printing/content/even-contents.ts';
import { layersOf, NOTHING_DRAWN, PrintEquality } from '../printing/print-differences.ts';
import { withoutActiveParts } from './active-parts.ts';
import { bodySource, isDict, jsonSource, objectNumber, toJson, type Json, type Lookup } from './pdf-json.ts';

export interface DisarmedPdf {
  /** The file with one more revision, for qpdf to write anew: that drops what nothing leads to any more. */
  pdf: Buffer;
  /** What was taken out, each kind once. */
  removed: RemovedPart[];
}

/**
 * The PDF without anything that acts by itself or is carried along unseen (OpenAction, AA, JavaScript, Launch and form
 * submission, XFA, media, embedded files), and without what makes it print otherwise than it shows, or show otherwise in
 * one reader than in another. Objects of object streams are looked into as any others are.
 *
 * @returns undefined when there is nothing to take out
 * @throws ContentError when there is no telling what a page draws
 */
export async function disarm(pdf: StrictPdf): Promise<DisarmedPdf | undefined> {
  const values = new Map<number, Json>();
  for (const num of pdf.objectNumbers()) values.set(num, toJson(pdf.object(num)));
  const lookup: Lookup = (reference) => values.get(objectNumber(reference)) ?? null;
  const removed = new Set<RemovedPart>();
  const equality = new PrintEquality(pdf, values, lookup);
  const { contents, differs, layered } = await evenContents(pdf, values, lookup, layersOf(pdf, lookup));
  const bodies = new Map<number, PdfSource>();
  const added: PdfSource[] = [];
  for (const [num, before] of values) {
    const isCatalog = num === pdf.root.num;
    const passive = withoutActiveParts(before, lookup, (part) => removed.add(part));
    const kept = isCatalog ? withoutUsageRights(passive, removed) : passive;
    const after = equality.apply(num, kept, isCatalog);
    const content = contents.get(num);
    if (after === NOTHING_DRAWN) bodies.set(num, contentSource(NOTHING_DRAWN, new Uint8Array()));
    else if (content && isDict(after)) {
      // A page's content may be that of other pages as well, with other resources.
      if ('/Length' in after) bodies.set(num, contentSource(after, content));
      else {
        const reference = `${pdf.size + added.length} 0 R`;
        added.push(contentSource({}, content));
        bodies.set(num, jsonSource({ ...after, '/Contents': reference }));
      }
    } else if (after !== before) bodies.set(num, bodySource(pdf.object(num), after));
  }
  if (equality.changedWhatShows || differs) removed.add('print-differences');
  if (equality.layered || layered) removed.add('layers');
  if (bodies.size === 0) return undefined;
  return { pdf: rewriteObjects(pdf, bodies, added), removed: [...removed] };
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
