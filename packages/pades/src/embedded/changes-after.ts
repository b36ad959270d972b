import type { Revision } from '../pdf/revision.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { type ComparedRevision, compareLaterRevisions } from '../validate/revisions/judge-revisions.ts';
import type { SignatureStamp } from '../validate/stamp/signature-stamp.ts';
import { stampOf } from '../validate/stamp/visible-stamp.ts';
import { FILLED, FOREIGN_RULES } from './foreign-rules.ts';

/** What the revisions after a signature did to what it covers. */
export interface ChangesAfter {
  readonly altered: boolean;
  readonly filled: boolean;
  readonly stamps: readonly SignatureStamp[];
}

/** The revisions after the first signature of a document, compared one by one: each signature asks for those after its own. */
export class LaterChanges {
  readonly #pdf: StrictPdf;
  readonly #compared: readonly (ChangesAfter & { readonly index: number; readonly signs: boolean })[];
  /** What follows them all is no revision that could be compared. */
  readonly #hasMore: boolean;

  /** @param first the revision that the first signature ends */
  constructor(pdf: StrictPdf, first: Revision) {
    this.#pdf = pdf;
    const { compared, objections } = compareLaterRevisions(pdf, first, FOREIGN_RULES);
    this.#compared = compared.map(summaryOf);
    this.#hasMore = objections.length > 0;
  }

  /** @param revision index of the one that a signature ends */
  after(revision: number): ChangesAfter {
    const later = this.#compared.filter(({ index }) => index > revision);
    // Table 257: with permission 1 nothing may follow but time stamps and validation data.
    const isFinal = this.#pdf.at(revision).form.certification?.permission === 1;
    const altered =
      this.#hasMore || later.some((each) => each.altered || (isFinal && (each.signs || each.filled)));
    return {
      altered,
      filled: later.some(({ filled }) => filled),
      stamps: later.flatMap(({ stamps }) => stamps),
    };
  }
}

function summaryOf({ change, changes, objections }: ComparedRevision): ChangesAfter & {
  readonly index: number;
  readonly signs: boolean;
} {
  const filled = changes.some(({ allowedBy }) => allowedBy === FILLED);
  // A form may be saved before it is signed again.
  const against = objections.filter(({ code }) => code !== 'revision-without-signature' || !filled);
  const visible = change.signatures.filter((each) => each.visible);
  const stamps = visible.map((each) =>
    each.kind === 'signature' ? stampOf(change, each, 'any-field') : 'a time stamp draws nothing',
  );
  return {
    index: change.revision.index,
    signs: change.signatures.some(({ kind }) => kind === 'signature'),
    altered: against.length > 0 || stamps.some((stamp) => typeof stamp === 'string'),
    filled,
    stamps: stamps.filter((stamp) => typeof stamp !== 'string'),
  };
}
