import { isWhiteSpace } from '../pdf/characters.ts';
import { PdfSyntaxError } from '../pdf/pdf-syntax-error.ts';
import { differingKeys, PdfRef, sameValue } from '../pdf/pdf-values.ts';
import { danglingReferences } from '../pdf/references.ts';
import type { Revision } from '../pdf/revision-chain.ts';
import { readPdf, type StrictPdf } from '../pdf/strict-pdf.ts';
import { ALLOW_RULES } from './allow-rules.ts';
import { type LaterSignature, newSignatures } from './later-signature.ts';
import { type Reason, reason } from './reasons.ts';
import { changedObjects, reachableAmong, type RevisionChange } from './revision-change.ts';

/** What came after the sealed revision. */
export interface LaterRevisions {
  /** Reasons why the document counts as altered; empty when every change is allowed. */
  readonly objections: readonly Reason[];
  readonly signatures: readonly LaterSignature[];
}

/** Trailer keys that every update sets anew (ISO 32000-2, 7.5.5, 7.5.8, 14.4). */
const UPDATE_KEYS = new Set([
  'Size',
  'Prev',
  'ID',
  'XRefStm',
  'Type',
  'W',
  'Index',
  'Length',
  'Filter',
  'DecodeParms',
]);

/** Each is read as a document of its own, each signature by hashing the file: that has to end somewhere. */
const MAX_LATER_REVISIONS = 24;
const MAX_LATER_SIGNATURES = 24;

/** Compares revision by revision from the sealed one to the last. */
export function judgeLaterRevisions(pdf: StrictPdf, sealed: Revision): LaterRevisions {
  const objections: Reason[] = [];
  const signatures: LaterSignature[] = [];
  if (pdf.bytes.length > pdf.end)
    objections.push(reason('bytes-after-seal', `${pdf.bytes.length - pdf.end} bytes`));
  const later = pdf.revisions.slice(sealed.index + 1);
  if (
    later.length > MAX_LATER_REVISIONS ||
    pdf.form.signatures.length > MAX_LATER_SIGNATURES + sealed.index + 1
  ) {
    return { objections: [...objections, reason('revisions-too-many')], signatures };
  }
  let before = readPdf(pdf.bytes.subarray(0, sealed.end), pdf.limits);
  for (const revision of later) {
    try {
      const after = readPdf(pdf.bytes.subarray(0, revision.end), pdf.limits);
      const change = changeOf(before, after, revision);
      signatures.push(...change.signatures);
      objections.push(...judge(change));
      before = after;
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      objections.push(reason('revision-not-well-formed', error.code));
      break;
    }
  }
  return { objections, signatures };
}

function changeOf(before: StrictPdf, after: StrictPdf, revision: Revision): RevisionChange {
  const objects = changedObjects(before, after, revision);
  const signatures = newSignatures(before, after, revision);
  const added = new Set(objects.filter((object) => object.before === undefined).map(({ num }) => num));
  const roots = signatures.flatMap(({ fieldNum, valueNum, widgetNums }) => [
    fieldNum,
    valueNum ?? 0,
    ...widgetNums,
  ]);
  const lists = before.pages.flatMap(({ dict }) => dict.get('Annots') ?? []);
  return {
    before,
    after,
    revision,
    objects,
    signatures,
    signatureObjects: reachableAmong(after, roots, added),
    pageNums: new Set(before.pages.map(({ ref }) => ref.num)),
    annotationLists: new Set(lists.flatMap((list) => (list instanceof PdfRef ? list.num : []))),
  };
}

function judge(change: RevisionChange): Reason[] {
  const objections: Reason[] = [];
  const { before, after, revision, signatures } = change;
  if (after.revisions.length !== before.revisions.length + 1)
    objections.push(reason('revision-not-well-formed'));
  if (signatures.length === 0)
    objections.push(reason('revision-without-signature', `revision ${revision.index}`));
  for (const { certificate, fieldName } of signatures) {
    if (!certificate) objections.push(reason('later-signature-invalid', fieldName));
  }
  objections.push(...trailerObjections(change), ...objectObjections(change));
  const stray = unaccountedByte(after, revision);
  if (stray !== undefined) objections.push(reason('bytes-unaccounted', `byte ${stray}`));
  return objections;
}

function trailerObjections({ before, after }: RevisionChange): Reason[] {
  const changed = differingKeys(before.trailer, after.trailer).filter((key) => !UPDATE_KEYS.has(key));
  // A first Info may be given; one that is there stays.
  const objectionable = changed.filter((key) => key !== 'Info' || before.trailer.has('Info'));
  return objectionable.map((key) => reason('trailer-changed', key));
}

function objectObjections(change: RevisionChange): Reason[] {
  const dangling = danglingReferences(change.before);
  return change.objects.flatMap((object) => {
    const detail = `object ${object.num}`;
    if (object.after === undefined) return [reason('object-freed', detail)];
    if (object.before === undefined && dangling.has(object.num)) return [reason('reference-filled', detail)];
    return ALLOW_RULES.some((rule) => rule.permits(object, change)) ? [] : [reason('object-changed', detail)];
  });
}

/**
 * The first byte of a revision that is neither white space nor in an object it lists nor in its
 * cross-reference; undefined when there is none.
 */
function unaccountedByte(pdf: StrictPdf, revision: Revision): number | undefined {
  const extents = [...revision.entries]
    .flatMap(([num, entry]) => {
      const current = pdf.entryOf(num);
      const inside =
        entry.kind === 'offset' &&
        entry.offset >= revision.start &&
        sameValue(entry.offset, offsetOf(current));
      const object = inside ? pdf.indirectObject(num) : undefined;
      return object ? { start: object.start, end: object.end } : [];
    })
    .concat(revision.sections.map(({ offset, end }) => ({ start: offset, end })))
    .toSorted((a, b) => a.start - b.start);
  let at = revision.start;
  for (const { start, end } of extents) {
    for (; at < start; at += 1) if (!isWhiteSpace(pdf.bytes[at])) return at;
    at = Math.max(at, end);
  }
  return undefined;
}

function offsetOf(entry: ReturnType<StrictPdf['entryOf']>): number | undefined {
  return entry?.kind === 'offset' ? entry.offset : undefined;
}
