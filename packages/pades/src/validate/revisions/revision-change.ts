import { eachReference } from '../../pdf/references.ts';
import { type Revision, sameEntry } from '../../pdf/revision.ts';
import { sameObject } from '../../pdf/same-source.ts';
import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import type { PdfValue } from '../../pdf/syntax/pdf-values.ts';
import type { NewSignature } from './later-signature.ts';
import type { StoreChange } from './store-change.ts';

/** What a revision did to one object. */
export interface ObjectChange {
  readonly num: number;
  /** Undefined when the object was not in use before. */
  readonly before: PdfValue | undefined;
  /** Undefined when the revision freed it. */
  readonly after: PdfValue | undefined;
  /** It is written as it was. */
  readonly same: boolean;
}

/** One revision after the seal, with the document as it was before and after. */
export interface RevisionChange {
  readonly before: StrictPdf;
  readonly after: StrictPdf;
  readonly revision: Revision;
  readonly objects: readonly ObjectChange[];
  /** Signatures and time stamps that this revision brought. */
  readonly signatures: readonly NewSignature[];
  /** Numbers of objects that belong to those and were not there before. */
  readonly signatureObjects: ReadonlySet<number>;
  readonly store: StoreChange;
  /** Numbers of the pages before, and of arrays that are their Annots. */
  readonly pageNums: ReadonlySet<number>;
  readonly annotationLists: ReadonlySet<number>;
}

/** Every object that the revision lists and that is not simply listed again where it was. */
export function changedObjects(before: StrictPdf, after: StrictPdf, revision: Revision): ObjectChange[] {
  const changes: ObjectChange[] = [];
  for (const [num, entry] of revision.entries) {
    const earlier = before.entryOf(num);
    const existed = earlier !== undefined && earlier.kind !== 'free';
    if (entry.kind === 'free' && !existed) continue;
    if (earlier && sameEntry(earlier, entry) && entry.kind === 'offset') continue;
    const stays = entry.kind !== 'free';
    changes.push({
      num,
      before: existed ? before.object(num) : undefined,
      after: stays ? after.object(num) : undefined,
      same: existed && stays && sameObject(before, after, num),
    });
  }
  return changes;
}

/** The `added` objects that can be reached from `roots` through added objects only. */
export function reachableAmong(
  pdf: StrictPdf,
  roots: readonly number[],
  added: ReadonlySet<number>,
): Set<number> {
  const reached = new Set<number>();
  const pending = roots.filter((num) => added.has(num));
  for (let num = pending.pop(); num !== undefined; num = pending.pop()) {
    if (reached.has(num)) continue;
    reached.add(num);
    eachReference(pdf.object(num), (ref) => {
      if (added.has(ref.num)) pending.push(ref.num);
    });
  }
  return reached;
}
