import { ObjectRoles } from '../../pdf/document/object-roles.ts';
import { ReferenceIndex } from '../../pdf/reference-index.ts';
import type { Revision } from '../../pdf/revision.ts';
import { differingKeys } from '../../pdf/same-source.ts';
import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import { latin1 } from '../../pdf/syntax/characters.ts';
import { PdfSyntaxError } from '../../pdf/syntax/pdf-syntax-error.ts';
import { PdfRef } from '../../pdf/syntax/pdf-values.ts';
import { type Reason, reason } from '../reasons.ts';
import type { AllowRule } from './allow-rule.ts';
import { ALLOW_RULES } from './allow-rules.ts';
import { describeObject } from './describe-object.ts';
import { newSignatures } from './later-signature.ts';
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
  /** One end of line follows the last revision: mail gateways add it, and no reader is led elsewhere by it. */
  readonly endOfLineAdded: boolean;
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
/** Objects that one of them may list. Signatures, time stamps and validation data need a few hundred. */
const MAX_CHANGED_OBJECTS = 5000;

/**
 * Compares revision by revision from the sealed one to the last.
 *
 * @param rules what may happen to an object, those for our own seals by default
 */
export function compareLaterRevisions(
  pdf: StrictPdf,
  sealed: Revision,
  rules: readonly AllowRule[] = ALLOW_RULES,
): LaterRevisions {
  const objections: Reason[] = [];
  const compared: ComparedRevision[] = [];
  const { tail } = pdf;
  const endOfLineAdded = isEndOfLine(tail);
  if (tail.length > 0 && !endOfLineAdded) objections.push(reason('bytes-after-seal', `${tail.length} bytes`));
  const later = pdf.revisions.slice(sealed.index + 1);
  if (later.length > MAX_LATER_REVISIONS || later.some(({ entries }) => entries.size > MAX_CHANGED_OBJECTS)) {
    return { compared, objections: [...objections, reason('revisions-too-many')], endOfLineAdded };
  }
  let before = pdf.at(sealed.index);
  if (later.length === 0) return { compared, objections, endOfLineAdded };
  const references = new ReferenceIndex(before);
  for (const revision of later) {
    try {
      const after = pdf.at(revision.index);
      const change = changeOf(before, after, revision);
      compared.push(compare(change, references, rules));
      before = after;
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      objections.push(reason('revision-not-well-formed', error.code));
      break;
    }
  }
  return { compared, objections, endOfLineAdded };
}

/** CR, LF or CR LF, and nothing more: any other tail may move `startxref` out of a reader's search window. */
function isEndOfLine(tail: Uint8Array): boolean {
  return tail.length > 0 && tail.length <= 2 && /^(?:\r\n?|\n)$/.test(latin1(tail));
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

function compare(
  change: RevisionChange,
  references: ReferenceIndex,
  rules: readonly AllowRule[],
): ComparedRevision {
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
  objections.push(...trailer.forbidden.map((key) => reason('trailer-changed', key)));
  const allowed = change.objects.map((object) => judgeObject(object, change, references, rules));
  const judged = inOneRole(allowed, change, references);
  objections.push(...judged.flatMap(({ objection }) => objection ?? []));
  const stray = strayBytes(after, revision);
  if (stray && !stray.comment) objections.push(reason('bytes-unaccounted', `byte ${stray.at}`));
  const keeps = judged.map(({ rule }) => rule?.keeps ?? 'intact');
  if (trailer.harmless.length > 0 || stray?.comment) keeps.push('augmented-by-others');
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

/**
 * Keys of the trailer that changed. A first Info may be given, one that is there stays; a key that only
 * its writer knows may get lost when another one writes.
 */
function trailerChanges(change: RevisionChange): { forbidden: string[]; harmless: string[] } {
  const { before, after } = change;
  const changed = differingKeys(before.trailer, after.trailer).filter((key) => !UPDATE_KEYS.has(key));
  const isHarmless = (key: string): boolean =>
    key === 'Info' ? isFirstInfo(change) : !MEANINGFUL_KEYS.has(key) && !after.trailer.has(key);
  return {
    forbidden: changed.filter((key) => !isHarmless(key)),
    harmless: changed.filter(isHarmless),
  };
}

/** An Info where there was none must be an object that came with it: that one is judged by what it says. */
function isFirstInfo({ before, after, objects }: RevisionChange): boolean {
  const info = after.trailer.get('Info');
  const isNew = objects.some(
    (object) => info instanceof PdfRef && object.num === info.num && object.before === undefined,
  );
  return isNew && !before.trailer.has('Info');
}

/** Those that every reader looks at (Table 15). */
const MEANINGFUL_KEYS = new Set(['Root', 'Encrypt', 'Info', 'ID']);

interface JudgedObject {
  readonly told: JudgedChange;
  readonly rule: AllowRule | undefined;
  readonly objection: Reason | undefined;
}

function judgeObject(
  object: ObjectChange,
  change: RevisionChange,
  references: ReferenceIndex,
  rules: readonly AllowRule[],
): JudgedObject {
  const { num, before, after } = object;
  const what = describeObject(object, change);
  const detail = `object ${num}, ${what}`;
  const kind = before === undefined ? 'added' : after === undefined ? 'freed' : 'changed';
  const told: JudgedChange = { objectNumber: num, change: kind, what, allowedBy: undefined };
  const refused = (objection: Reason): JudgedObject => ({ told, rule: undefined, objection });
  if (after === undefined) return refused(reason('object-freed', detail));
  if (before === undefined && references.refersTo(num)) return refused(reason('reference-filled', detail));
  const rule = rules.find((candidate) => candidate.permits(object, change));
  if (!rule) return refused(reason('object-changed', detail));
  return { told: { ...told, allowedBy: rule.name }, rule, objection: undefined };
}

/**
 * Takes back what was allowed of objects that are more to the document than their rule is about: then another
 * reader comes to the change by another way, and draws it. Asked in both states, since an object may come to
 * serve for something new, or have served for something that it no longer does.
 */
function inOneRole(
  judged: readonly JudgedObject[],
  { before, after, objects, pageNums }: RevisionChange,
  references: ReferenceIndex,
): JudgedObject[] {
  references.add(
    after,
    objects.flatMap(({ num, after: value }) => (value === undefined ? [] : num)),
  );
  const changed = judged.filter(({ told, rule }) => told.change === 'changed' && rule?.role);
  if (changed.length === 0) return [...judged];
  const states = [before, after].map((state) => new ObjectRoles(references, state, pageNums));
  return judged.map((each) => {
    const { told, rule } = each;
    if (told.change !== 'changed' || !rule?.role) return each;
    const role = rule.role;
    const conflict = states
      .map((roles) => roles.conflict(told.objectNumber, role))
      .find((found) => found !== undefined);
    if (conflict === undefined) return each;
    const detail = `object ${told.objectNumber}, ${told.what}: ${conflict}`;
    return {
      told: { ...told, allowedBy: undefined },
      rule: undefined,
      objection: reason('object-changed', detail),
    };
  });
}

/**
 * The first thing in a revision that is neither white space nor an object it lists nor its
 * cross-reference and end; undefined when there is none. Some writers leave their name in a comment,
 * ours does not.
 */
function strayBytes(pdf: StrictPdf, revision: Revision): { at: number; comment: boolean } | undefined {
  const extents = [...revision.entries.keys()]
    .flatMap((num) => {
      const object = pdf.indirectObject(num);
      const inside = object && object.start >= revision.start;
      return inside ? { start: object.start, end: object.end } : [];
    })
    .concat(revision.sections.map(({ offset, end }) => ({ start: offset, end })))
    .toSorted((a, b) => a.start - b.start);
  let at = revision.start;
  let comment: number | undefined;
  const close = { start: revision.markerEnd - endingLength(pdf, revision), end: revision.markerEnd };
  for (const { start, end } of [...extents, close]) {
    const gap = latin1(pdf.bytes, at, Math.max(at, start));
    const rest = gap.replaceAll(/%[^\r\n]*/g, '');
    if (/[^\0\t\n\f\r ]/.test(rest)) return { at, comment: false };
    if (rest.length < gap.length) comment ??= at;
    at = Math.max(at, end);
  }
  return comment === undefined ? undefined : { at: comment, comment: true };
}

/** Length of `startxref`, its number and `%%EOF`, with the white space between them. */
function endingLength(pdf: StrictPdf, { start, markerEnd }: Revision): number {
  const text = latin1(pdf.bytes, Math.max(start, markerEnd - 64), markerEnd);
  return /startxref\s+\d+\s+%%EOF$/.exec(text)?.[0].length ?? 0;
}
