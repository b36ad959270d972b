import { isWhiteSpace } from '../pdf/characters.ts';
import { PdfSyntaxError } from '../pdf/pdf-syntax-error.ts';
import { differingKeys, PdfRef } from '../pdf/pdf-values.ts';
import { collectReferences } from '../pdf/references.ts';
import type { Revision } from '../pdf/revision-chain.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { ALLOW_RULES, type AllowRule } from './allow-rules.ts';
import { describeObject } from './describe-object.ts';
import { newSignatures } from './later-signature.ts';
import { type Reason, reason } from './reasons.ts';
import { changedObjects, type ObjectChange, reachableAmong, type RevisionChange } from './revision-change.ts';
import { storeChange } from './store-change.ts';

/** What one revision did to one object, and by which rule it may. */
export interface JudgedChange {
  readonly objectNumber: number;
  readonly change: 'added' | 'changed' | 'freed';
  /** What the object is, such as `catalog`, `page 2`, `security store`. */
  readonly what: string;
  /** Name of the rule of {@link ALLOW_RULES} that allows it; undefined when none does. */
  readonly allowedBy: string | undefined;
}

/** A revision after the seal, compared with the state before it. Signatures are not verified yet. */
export interface ComparedRevision {
  readonly change: RevisionChange;
  readonly changes: readonly JudgedChange[];
  /** Why the document counts as altered by it. */
  readonly objections: readonly Reason[];
  /** The least of what the rules that were used keep. */
  readonly keeps: AllowRule['keeps'];
}

/** What came after the sealed revision. */
export interface LaterRevisions {
  readonly compared: readonly ComparedRevision[];
  /** What is wrong beyond the last revision that could be compared. */
  readonly objections: readonly Reason[];
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

/** Each is compared with the one before; renewals for a century do not come to more. */
const MAX_LATER_REVISIONS = 64;

/** Compares revision by revision from the sealed one to the last. */
export function compareLaterRevisions(pdf: StrictPdf, sealed: Revision): LaterRevisions {
  const objections: Reason[] = [];
  const compared: ComparedRevision[] = [];
  if (pdf.bytes.length > pdf.end)
    objections.push(reason('bytes-after-seal', `${pdf.bytes.length - pdf.end} bytes`));
  const later = pdf.revisions.slice(sealed.index + 1);
  if (later.length > MAX_LATER_REVISIONS) {
    return { compared, objections: [...objections, reason('revisions-too-many')] };
  }
  let before = pdf.at(sealed.index);
  const referred = new Set<number>();
  if (later.length > 0) collectReferences(before, before.objectNumbers(), referred);
  for (const revision of later) {
    try {
      const after = pdf.at(revision.index);
      const change = changeOf(before, after, revision);
      compared.push(compare(change, referred));
      const numbers = change.objects.flatMap(({ num, after: value }) => (value === undefined ? [] : num));
      collectReferences(after, numbers, referred);
      before = after;
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      return { compared, objections: [...objections, reason('revision-not-well-formed', error.code)] };
    }
  }
  return { compared, objections };
}

function changeOf(before: StrictPdf, after: StrictPdf, revision: Revision): RevisionChange {
  const objects = changedObjects(before, after, revision);
  const signatures = newSignatures(before, after, revision);
  const added = new Set(objects.filter((object) => object.before === undefined).map(({ num }) => num));
  const roots = signatures.flatMap(({ field, widgetNums }) => [
    field.fieldRef.num,
    field.valueRef?.num ?? 0,
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
    store: storeChange(before, after),
    pageNums: new Set(before.pages.map(({ ref }) => ref.num)),
    annotationLists: new Set(lists.flatMap((list) => (list instanceof PdfRef ? list.num : []))),
  };
}

function compare(change: RevisionChange, referred: ReadonlySet<number>): ComparedRevision {
  const { before, after, revision, signatures, store } = change;
  const detail = `revision ${revision.index}`;
  const objections: Reason[] = [];
  if (store.problem !== undefined) objections.push(reason('security-store-malformed', store.problem));
  if (signatures.length === 0 && !store.grew) objections.push(reason('revision-without-signature', detail));
  const taken = signatures.find(
    ({ field }) => before.form.rootNames.has(field.name) && isNewField(change, field.fieldRef),
  );
  if (taken) objections.push(reason('field-name-taken', taken.field.name));
  const trailer = trailerChanges(change);
  objections.push(...trailer.filter((key) => key !== 'Info').map((key) => reason('trailer-changed', key)));
  const judged = change.objects.map((object) => judgeObject(object, change, referred));
  objections.push(...judged.flatMap(({ objection }) => objection ?? []));
  const stray = unaccountedByte(after, revision);
  if (stray !== undefined) objections.push(reason('bytes-unaccounted', `byte ${stray}`));
  const keeps = judged.map(({ rule }) => rule?.keeps ?? 'intact');
  if (trailer.includes('Info')) keeps.push('augmented-by-others');
  return {
    change,
    changes: judged.map(({ told }) => told),
    objections,
    keeps: KEEPS.find((kept) => keeps.includes(kept)) ?? 'intact',
  };
}

/** The weakest first. */
const KEEPS = ['later-signature', 'augmented-by-others', 'intact'] as const;

function isNewField({ before }: RevisionChange, ref: PdfRef): boolean {
  const entry = before.entryOf(ref.num);
  return entry === undefined || entry.kind === 'free';
}

/** Keys of the trailer that changed; a first Info may be given, one that is there stays. */
function trailerChanges({ before, after }: RevisionChange): string[] {
  const changed = differingKeys(before.trailer, after.trailer).filter((key) => !UPDATE_KEYS.has(key));
  return changed.map((key) => (key === 'Info' && before.trailer.has('Info') ? 'Info of the document' : key));
}

interface JudgedObject {
  readonly told: JudgedChange;
  readonly rule: AllowRule | undefined;
  readonly objection: Reason | undefined;
}

function judgeObject(
  object: ObjectChange,
  change: RevisionChange,
  referred: ReadonlySet<number>,
): JudgedObject {
  const { num, before, after } = object;
  const what = describeObject(object, change);
  const detail = `object ${num}, ${what}`;
  const kind = before === undefined ? 'added' : after === undefined ? 'freed' : 'changed';
  const refused = (objection: Reason): JudgedObject => ({
    told: { objectNumber: num, change: kind, what, allowedBy: undefined },
    rule: undefined,
    objection,
  });
  if (after === undefined) return refused(reason('object-freed', detail));
  if (before === undefined && referred.has(num)) return refused(reason('reference-filled', detail));
  const rule = ALLOW_RULES.find((candidate) => candidate.permits(object, change));
  if (!rule) return refused(reason('object-changed', detail));
  return {
    told: { objectNumber: num, change: kind, what, allowedBy: rule.name },
    rule,
    objection: undefined,
  };
}

/**
 * The first byte of a revision that is neither white space nor in an object it lists nor in its
 * cross-reference; undefined when there is none. Not even a comment has a place after a seal.
 */
function unaccountedByte(pdf: StrictPdf, revision: Revision): number | undefined {
  const extents = [...revision.entries.keys()]
    .flatMap((num) => {
      const object = pdf.indirectObject(num);
      const inside = object && object.start >= revision.start;
      return inside ? { start: object.start, end: object.end } : [];
    })
    .concat(revision.sections.map(({ offset, end }) => ({ start: offset, end })))
    .toSorted((a, b) => a.start - b.start);
  let at = revision.start;
  for (const { start, end } of extents) {
    for (; at < start; at += 1) if (!isWhiteSpace(pdf.bytes[at])) return at;
    at = Math.max(at, end);
  }
  const close = `startxref\n${revision.startxref}\n%%EOF`;
  const between = Buffer.from(pdf.bytes.subarray(at, revision.markerEnd)).toString('latin1');
  return between.trim().replaceAll(/\s+/g, '\n') === close ? undefined : at;
}
