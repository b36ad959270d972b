import {
  differingKeys,
  isName,
  PdfArray,
  PdfDict,
  PdfRef,
  PdfStream,
  type PdfValue,
  sameValue,
} from '../pdf/pdf-values.ts';
import type { ObjectChange, RevisionChange } from './revision-change.ts';

/**
 * Everything that happens to an object after the seal is forbidden unless one of these rules allows
 * it. `keeps` says which verdict survives: `intact` for what every conforming writer does around
 * objects, `later-signature` for what somebody's signature needs.
 */
export interface AllowRule {
  readonly name: string;
  readonly why: string;
  readonly keeps: 'intact' | 'later-signature';
  permits(change: ObjectChange, revision: RevisionChange): boolean;
}

const CROSS_REFERENCE_STREAM: AllowRule = {
  name: 'cross-reference-stream',
  why: 'A revision may have its cross-reference in a stream (ISO 32000-2, 7.5.8).',
  keeps: 'intact',
  permits: ({ num, before }, { revision }) =>
    before === undefined && revision.sections.some((section) => section.streamObject === num),
};

const OBJECT_STREAM: AllowRule = {
  name: 'object-stream',
  why: 'A revision may keep objects in streams (7.5.7); each of those objects is judged by itself.',
  keeps: 'intact',
  permits: ({ before, after }) =>
    before === undefined && after instanceof PdfStream && isName(after.dict.get('Type'), 'ObjStm'),
};

const SAME_VALUE: AllowRule = {
  name: 'same-value',
  why: 'Writing an object again with the same value changes nothing.',
  keeps: 'intact',
  permits: ({ before, after }) => before !== undefined && after !== undefined && sameValue(before, after),
};

const SIGNATURE_OBJECT: AllowRule = {
  name: 'signature-object',
  why: 'A new signature brings its field, its dictionary and its appearance, all new.',
  keeps: 'later-signature',
  permits: ({ num, before, after }, { signatureObjects }) =>
    before === undefined && signatureObjects.has(num) && !acts(after),
};

const SIGNED_FIELD: AllowRule = {
  name: 'signed-field',
  why: 'A signature field that was there, empty, may be signed (12.7.5.5).',
  keeps: 'later-signature',
  permits: ({ num, before, after }, { signatures }) =>
    signatures.some((signature) => signature.fieldNum === num) &&
    changesOnly(before, after, ['V', 'AP', 'M', 'F']) &&
    before instanceof PdfDict &&
    !before.has('V'),
};

const CATALOG: AllowRule = {
  name: 'catalog',
  why: 'The catalog may come to name a form that only gained signatures, and extensions.',
  keeps: 'later-signature',
  permits: ({ num, before, after }, revision) =>
    num === revision.before.root.num &&
    changesOnly(before, after, ['AcroForm', 'Extensions']) &&
    formOnlyGainsSignatures(revision),
};

const FORM: AllowRule = {
  name: 'form',
  why: 'The form may gain signature fields, and what is needed to show them.',
  keeps: 'later-signature',
  permits: ({ num }, revision) => num === revision.before.form.ref?.num && formOnlyGainsSignatures(revision),
};

const FIELD_LIST: AllowRule = {
  name: 'field-list',
  why: 'Fields may be an array of its own (12.7.3); it may gain signature fields.',
  keeps: 'later-signature',
  permits: ({ num, before, after }, revision) => {
    const fields = revision.before.form.dict?.get('Fields');
    return fields instanceof PdfRef && fields.num === num && gainsOnly(before, after, fieldNums(revision));
  },
};

const PAGE_ANNOTATIONS: AllowRule = {
  name: 'page-annotations',
  why: 'A page may gain the widget of a new signature and nothing else.',
  keeps: 'later-signature',
  permits: ({ num, before, after }, revision) => {
    if (!revision.pageNums.has(num)) return false;
    if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return false;
    const listBefore = before.has('Annots') ? revision.before.resolve(before.get('Annots')) : undefined;
    const listAfter = revision.after.resolve(after.get('Annots'));
    return changesOnly(before, after, ['Annots']) && gainsOnly(listBefore, listAfter, widgetNums(revision));
  },
};

const ANNOTATION_LIST: AllowRule = {
  name: 'annotation-list',
  why: 'Annots may be an array of its own; it may gain the widget of a new signature.',
  keeps: 'later-signature',
  permits: ({ num, before, after }, revision) =>
    revision.annotationLists.has(num) && gainsOnly(before, after, widgetNums(revision)),
};

const DOCUMENT_INFORMATION: AllowRule = {
  name: 'document-information',
  why: 'A writer notes its name and the time of its change (14.3.3).',
  keeps: 'later-signature',
  permits: ({ num, before, after }, revision) => {
    const info = revision.before.trailer.get('Info');
    return info instanceof PdfRef && info.num === num && changesOnly(before, after, ['ModDate', 'Producer']);
  },
};

/** The whole list. What follows the seal legitimately in time (DSS, DocTimeStamp) is added here. */
export const ALLOW_RULES: readonly AllowRule[] = [
  CROSS_REFERENCE_STREAM,
  OBJECT_STREAM,
  SAME_VALUE,
  SIGNATURE_OBJECT,
  SIGNED_FIELD,
  CATALOG,
  FORM,
  FIELD_LIST,
  PAGE_ANNOTATIONS,
  ANNOTATION_LIST,
  DOCUMENT_INFORMATION,
];

function fieldNums({ signatures }: RevisionChange): ReadonlySet<number> {
  return new Set(signatures.map((signature) => signature.fieldNum));
}

function widgetNums({ signatures, signatureObjects }: RevisionChange): ReadonlySet<number> {
  const widgets = signatures.flatMap((signature) => signature.widgetNums);
  return new Set(widgets.filter((num) => signatureObjects.has(num)));
}

/** A signature needs no action, and what follows a seal gets none. */
function acts(value: PdfValue | undefined): boolean {
  return value instanceof PdfDict && ['A', 'AA', 'JS'].some((key) => value.has(key));
}

/** True for two dictionaries that differ in none but the given keys. */
function changesOnly(
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  keys: readonly string[],
): boolean {
  if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return false;
  return differingKeys(before, after).every((key) => keys.includes(key));
}

/** True when `after` is `before` followed by references to objects in `allowed`. */
function gainsOnly(
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  allowed: ReadonlySet<number>,
): boolean {
  if (!(after instanceof PdfArray)) return false;
  if (before !== undefined && !(before instanceof PdfArray)) return false;
  const kept = before?.items ?? [];
  return (
    kept.every((item, index) => sameValue(item, after.items[index])) &&
    after.items.slice(kept.length).every((item) => item instanceof PdfRef && allowed.has(item.num))
  );
}

function formOnlyGainsSignatures(revision: RevisionChange): boolean {
  const before = revision.before.form.dict;
  const after = revision.after.form.dict;
  if (!after) return false;
  const keys = before ? differingKeys(before, after) : [...after.entries.keys()];
  const mayChange = (key: string): boolean =>
    key === 'Fields' || key === 'SigFlags' || ((key === 'DR' || key === 'DA') && !before?.has(key));
  return (
    keys.every(mayChange) &&
    gainsOnly(fieldList(revision.before, before), fieldList(revision.after, after), fieldNums(revision))
  );
}

function fieldList(pdf: RevisionChange['before'], form: PdfDict | undefined): PdfValue | undefined {
  return form?.has('Fields') ? pdf.resolve(form.get('Fields')) : undefined;
}
