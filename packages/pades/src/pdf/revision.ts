import type { PdfDict } from './syntax/pdf-values.ts';
import type { XrefEntry, XrefSection } from './syntax/xref-section.ts';

/** One saved state of the file: what one incremental update, or the first writing, laid down. */
export interface Revision {
  /** 0 for the first writing. */
  readonly index: number;
  /** Offset where the revision before ended; 0 for the first. */
  readonly start: number;
  /** Offset after `%%EOF`, without an end of line. */
  readonly markerEnd: number;
  /** Offset after `%%EOF` and the end of line that follows it, if any. */
  readonly end: number;
  /** Kind of its newest section, which is the kind an update must use. */
  readonly kind: 'table' | 'stream';
  /** Value to name in `Prev`: offset of its newest section. */
  readonly startxref: number;
  readonly trailer: PdfDict;
  /** Newest first: one section, two in a linearized first revision; hybrid streams come after their table. */
  readonly sections: readonly XrefSection[];
  readonly entries: ReadonlyMap<number, XrefEntry>;
  /** The highest object number that this revision or one before has had in use. */
  readonly highestInUse: number;
}

/** True when both entries name the same place. */
export function sameEntry(a: XrefEntry, b: XrefEntry): boolean {
  if (a.kind === 'free') return b.kind === 'free';
  if (a.kind === 'offset') return b.kind === 'offset' && a.offset === b.offset && a.gen === b.gen;
  return b.kind === 'compressed' && a.container === b.container && a.index === b.index;
}
