import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { isName, PdfArray, PdfDict, PdfRef, PdfString, type PdfValue } from '../pdf/syntax/pdf-values.ts';
import type { AllowRule } from '../validate/revisions/allow-rule.ts';
import { acts, ALLOW_RULES } from '../validate/revisions/allow-rules.ts';
import { changesOnly } from '../validate/revisions/form-change.ts';
import {
  type ObjectChange,
  reachableAmong,
  type RevisionChange,
} from '../validate/revisions/revision-change.ts';

/** Name of the rules by which a form was filled in. */
export const FILLED = 'form-filled';

const SIGNED_PLACE: AllowRule = {
  name: 'signed-place',
  why: 'A signature field that the document has for a further signature may be signed in its place (12.7.5.5).',
  keeps: 'later-signature',
  role: 'field',
  permits: (change, revision) => isSignedPlace(change, revision),
};

const SIGNED_APPEARANCE: AllowRule = {
  name: 'signed-place',
  why: 'What was signed in its place has an appearance there (12.7.5.5).',
  keeps: 'later-signature',
  permits: ({ num, before, after }, revision) =>
    before === undefined && !acts(after) && objectsBehind(revision, isSignedPlace).has(num),
};

const FILLED_FIELD: AllowRule = {
  name: FILLED,
  why: 'A form may be filled in after a signature that does not forbid it (12.8.2.2, 12.8.2.4).',
  keeps: 'later-signature',
  role: 'field',
  permits: (change, revision) => isFilledField(change, revision),
};

const FILLED_APPEARANCE: AllowRule = {
  name: FILLED,
  why: 'A field that was filled in has a new appearance, which is drawn in the place of the field (12.7.4.3).',
  keeps: 'later-signature',
  permits: ({ num, before, after }, revision) =>
    before === undefined && !acts(after) && objectsBehind(revision, isFilledField).has(num),
};

/** What may follow a foreign signature: what may follow a seal, and what forms are for. */
export const FOREIGN_RULES: readonly AllowRule[] = [
  ...ALLOW_RULES,
  SIGNED_PLACE,
  SIGNED_APPEARANCE,
  FILLED_FIELD,
  FILLED_APPEARANCE,
];

function isSignedPlace({ num, before, after }: ObjectChange, { signatures }: RevisionChange): boolean {
  return (
    signatures.some(({ field, widgetNums }) => field.fieldRef.num === num || widgetNums.includes(num)) &&
    before instanceof PdfDict &&
    !before.has('V') &&
    changesOnly(before, after, ['V', 'AP', 'M', 'F', 'MK']) &&
    !acts(after)
  );
}

function isFilledField({ num, before, after }: ObjectChange, revision: RevisionChange): boolean {
  const { before: state } = revision;
  if (!(before instanceof PdfDict) || !(after instanceof PdfDict) || acts(after)) return false;
  if (!state.form.fields.some((field) => field.start === before.start && field.source === before.source)) {
    return false;
  }
  if (!isInput(state, before) || isLocked(state, num)) return false;
  return changesOnly(before, after, ['V', 'AP', 'AS', 'M', 'I', 'RV']) && mayBeFilled(state, before);
}

/** A text, choice or button field, which says so itself. */
function isInput(pdf: StrictPdf, field: PdfDict): boolean {
  return ['Tx', 'Ch', 'Btn'].some((type) => isName(pdf.resolve(field.get('FT')), type));
}

/**
 * Without a certification that allows forms, only what was left blank may be filled in: nothing signed is overwritten.
 */
function mayBeFilled(pdf: StrictPdf, field: PdfDict): boolean {
  const { certification } = pdf.form;
  return certification ? certification.permission >= 2 : isBlank(pdf.resolve(field.get('V')));
}

function isBlank(value: PdfValue): boolean {
  if (value === null) return true;
  return value instanceof PdfString ? value.bytes.length === 0 : isName(value, 'Off');
}

/** FieldMDP of any signature, and Lock of any signed field (12.8.2.4, Table 236). */
function isLocked(pdf: StrictPdf, num: number): boolean {
  const { signatures } = pdf.form;
  const locks = signatures.flatMap(({ field, value }) => {
    const references = pdf.resolve(value.get('Reference'));
    const transforms = references instanceof PdfArray ? references.items : [];
    return [field.get('Lock'), ...transforms.map((each) => fieldMdp(pdf, each))].map((each) =>
      pdf.resolve(each),
    );
  });
  const name = nameOf(pdf, num);
  return locks.some((lock) => lock instanceof PdfDict && isLockedBy(pdf, lock, name));
}

function fieldMdp(pdf: StrictPdf, value: PdfValue): PdfValue | undefined {
  const reference = pdf.resolve(value);
  if (!(reference instanceof PdfDict)) return undefined;
  return isName(pdf.resolve(reference.get('TransformMethod')), 'FieldMDP')
    ? reference.get('TransformParams')
    : undefined;
}

function isLockedBy(pdf: StrictPdf, lock: PdfDict, name: string | undefined): boolean {
  if (name === undefined) return true;
  const action = pdf.resolve(lock.get('Action'));
  const list = pdf.resolve(lock.get('Fields'));
  const names = list instanceof PdfArray ? list.items.map((item) => pdf.resolve(item)) : [];
  const isListed = names.some((each) => each instanceof PdfString && textOf(each) === name);
  if (isName(action, 'Include')) return isListed;
  return isName(action, 'Exclude') ? !isListed : true;
}

const textOf = ({ bytes }: PdfString): string => Buffer.from(bytes).toString('latin1');

/** The field's own name; one below another is taken for locked by any list, which errs on the safe side. */
function nameOf(pdf: StrictPdf, num: number): string | undefined {
  const field = pdf.object(num);
  const name = field instanceof PdfDict && !field.has('Parent') ? pdf.resolve(field.get('T')) : null;
  return name instanceof PdfString ? textOf(name) : undefined;
}

type FieldChange = (change: ObjectChange, revision: RevisionChange) => boolean;
const behind = new WeakMap<RevisionChange, Map<FieldChange, ReadonlySet<number>>>();

/** New objects behind the appearances of fields that were changed in one way. */
function objectsBehind(revision: RevisionChange, isOne: FieldChange): ReadonlySet<number> {
  const known = behind.get(revision) ?? new Map<FieldChange, ReadonlySet<number>>();
  behind.set(revision, known);
  const found = known.get(isOne) ?? newObjects(revision, isOne);
  known.set(isOne, found);
  return found;
}

function newObjects(revision: RevisionChange, isOne: FieldChange): Set<number> {
  const added = new Set(revision.objects.filter(({ before }) => before === undefined).map(({ num }) => num));
  const roots = new Set<number>();
  for (const change of revision.objects) {
    const { after } = change;
    if (after instanceof PdfDict && isOne(change, revision)) collect(after.get('AP') ?? null, roots);
  }
  return reachableAmong(revision.after, [...roots], added);
}

function collect(value: PdfValue, into: Set<number>): void {
  if (value instanceof PdfRef) into.add(value.num);
  else if (value instanceof PdfDict) for (const entry of value.entries.values()) collect(entry.value, into);
}
