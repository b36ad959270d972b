import { differingKeys, sameEntry } from '../../pdf/same-source.ts';
import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import {
  isName,
  PdfArray,
  PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../../pdf/syntax/pdf-values.ts';
import type { AllowRule } from './allow-rule.ts';
import { changesOnly, fieldNums, formOnlyGainsSignatures, gainsOnly, sameForm } from './form-change.ts';
import { isDrawnByItself } from './later-signature.ts';
import type { RevisionChange } from './revision-change.ts';
import { UNREACHED_FORM } from './unreached-form.ts';
import { sameText, saysTheSame } from './xmp-change.ts';

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
    before === undefined &&
    after instanceof PdfStream &&
    isName(after.dict.get('Type'), 'ObjStm') &&
    hasOnly(after.dict, ['Type', 'N', 'First', 'Extends', 'Length', 'Filter', 'DecodeParms']),
};

const SAME_VALUE: AllowRule = {
  name: 'same-value',
  why: 'Writing an object again in the same tokens changes nothing, but for a signature, which is where its ByteRange says.',
  keeps: 'intact',
  permits: ({ num, same }, { before }) =>
    same && !before.form.signatures.some(({ valueRef }) => valueRef?.num === num),
};

const SECURITY_STORE: AllowRule = {
  name: 'security-store',
  why: 'The document security store may gain certificates, OCSP responses and CRLs (12.8.4.3).',
  keeps: 'intact',
  role: 'security store',
  permits: ({ num, before, after }, { store }) =>
    store.problem === undefined &&
    store.objects.has(num) &&
    (before === undefined || after instanceof PdfArray || after instanceof PdfDict),
};

const TIME_STAMP_FIELD: AllowRule = {
  name: 'time-stamp-field',
  why: 'A document time stamp brings a field without area or action, and its dictionary (12.8.5).',
  keeps: 'intact',
  permits: ({ num, before, after }, { signatures }) =>
    before === undefined &&
    after instanceof PdfDict &&
    signatures.some(
      ({ kind, visible, field }) =>
        kind === 'document-time-stamp' &&
        !visible &&
        ((field.fieldRef.num === num && isPlainWidget(after) && hasOnly(after, TIME_STAMP_FIELD_KEYS)) ||
          (field.valueRef?.num === num && hasOnly(after, TIME_STAMP_KEYS))),
    ),
};

const TIME_STAMP_FIELD_KEYS = ['Type', 'Subtype', 'FT', 'T', 'V', 'F', 'Rect', 'P'];
const TIME_STAMP_KEYS = ['Type', 'Filter', 'SubFilter', 'ByteRange', 'Contents'];

const TIME_STAMP_EXTRAS: AllowRule = {
  name: 'time-stamp-extras',
  why: 'Other writers give a time stamp an empty appearance, or a version, which say nothing.',
  keeps: 'augmented-by-others',
  permits: ({ num, before, after }, { signatures, signatureObjects }) =>
    before === undefined &&
    signatureObjects.has(num) &&
    signatures.every(({ kind, visible }) => kind === 'document-time-stamp' && !visible) &&
    !acts(after) &&
    (!isFieldOrWidget(num, signatures) || isPlainWidget(after)) &&
    (!(after instanceof PdfDict) ||
      hasOnly(after, [...TIME_STAMP_FIELD_KEYS, ...TIME_STAMP_KEYS, 'TU', 'AP', 'N', 'MK', 'DA', 'Ff', 'H'])),
};

const SIGNATURE_OBJECT: AllowRule = {
  name: 'signature-object',
  why: 'A new signature brings its field, its dictionary and its appearance, all new.',
  keeps: 'later-signature',
  permits: ({ num, before, after }, { signatures, signatureObjects }) =>
    before === undefined &&
    signatures.some(({ kind }) => kind === 'signature') &&
    signatureObjects.has(num) &&
    !acts(after) &&
    (!isFieldOrWidget(num, signatures) || (isPlainWidget(after) && isBelowOnly(after, signatureObjects))),
};

/** A field that says that it is below one of the document takes from it what it does not have itself. */
function isBelowOnly(field: PdfValue | undefined, added: ReadonlySet<number>): boolean {
  const parent = field instanceof PdfDict ? field.get('Parent') : undefined;
  return parent === undefined || (parent instanceof PdfRef && added.has(parent.num));
}

/** Table 191, 192 and 226: what a signature's field and widget may have; no text, no icon, no list of points. */
const WIDGET_KEYS =
  'Type Subtype FT T TU TM V F Ff Rect P AP AS MK DA DR Q Lock SV Kids Parent H BS Border NM M StructParent'.split(
    ' ',
  );

const SIGNED_FIELD: AllowRule = {
  name: 'signed-field',
  why: 'A signature field that was there, empty and without area, may be signed (12.7.5.5).',
  keeps: 'later-signature',
  role: 'field',
  permits: ({ num, before, after }, { signatures, ...revision }) =>
    signatures.some(({ field }) => field.fieldRef.num === num) &&
    before instanceof PdfDict &&
    after instanceof PdfDict &&
    // Those that make up an appearance draw background and border of a field that has none; MuPDF draws a box in
    // every field that waits for its signature, and takes it away when that is there.
    !isDrawnByItself(revision.before, before) &&
    changesOnly(before, after, ['V', 'AP', 'M', 'F']) &&
    ['V', 'AP'].every((key) => !before.has(key)) &&
    (!after.has('M') || after.get('M') instanceof PdfString) &&
    (!after.has('F') || typeof after.get('F') === 'number'),
};

const CATALOG: AllowRule = {
  name: 'catalog',
  why: 'The catalog may come to name the security store, extensions, and a form that gained signatures.',
  keeps: 'intact',
  role: 'catalog',
  permits: ({ num, before, after }, revision) =>
    num === revision.before.root.num &&
    changesOnly(before, after, ['AcroForm', 'Extensions', 'DSS']) &&
    revision.store.problem === undefined &&
    extensionsOnlyGrow(revision) &&
    (sameForm(revision) || formOnlyGainsSignatures(revision)),
};

const CATALOG_BY_OTHERS: AllowRule = {
  name: 'catalog-version',
  why: 'Other writers note the version of what they add in the catalog (7.7.2), which may only rise.',
  keeps: 'augmented-by-others',
  role: 'catalog',
  permits: ({ num, before, after }, revision) =>
    num === revision.before.root.num &&
    changesOnly(before, after, ['AcroForm', 'Extensions', 'DSS', 'Version']) &&
    after instanceof PdfDict &&
    versionOnlyRises(revision.before, after) &&
    revision.store.problem === undefined &&
    extensionsOnlyGrow(revision) &&
    (sameForm(revision) || formOnlyGainsSignatures(revision)),
};

const METADATA: AllowRule = {
  name: 'metadata',
  why: 'Other writers note the time of their change in the metadata (14.3.2), which must say the same else.',
  keeps: 'augmented-by-others',
  role: 'metadata',
  permits: ({ num, before, after }, revision) => {
    const metadata = revision.before.catalog.get('Metadata');
    if (!(metadata instanceof PdfRef) || metadata.num !== num) return false;
    if (!(before instanceof PdfStream) || !(after instanceof PdfStream)) return false;
    if (!changesOnly(before.dict, after.dict, ['Length', 'Filter', 'DecodeParms'])) return false;
    return saysTheSame(revision.before.decode(before), revision.after.decode(after));
  },
};

const FORM: AllowRule = {
  name: 'form',
  why: 'The form may gain signature fields, and what is needed to show them, if it shows nothing else.',
  keeps: 'intact',
  role: 'form',
  permits: ({ num }, revision) => num === revision.before.form.ref?.num && formOnlyGainsSignatures(revision),
};

const FIELD_LIST: AllowRule = {
  name: 'field-list',
  why: 'Fields may be an array of its own (12.7.3); it may gain signature fields.',
  keeps: 'intact',
  role: 'fields',
  permits: ({ num, before, after }, revision) => {
    const fields = revision.before.form.dict?.get('Fields');
    return fields instanceof PdfRef && fields.num === num && gainsOnly(before, after, fieldNums(revision));
  },
};

const PAGE_ANNOTATIONS: AllowRule = {
  name: 'page-annotations',
  why: 'A page may gain the widget of a new signature and nothing else.',
  keeps: 'intact',
  role: 'page',
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
  keeps: 'intact',
  role: 'annotations',
  permits: ({ num, before, after }, revision) =>
    revision.annotationLists.has(num) && gainsOnly(before, after, widgetNums(revision)),
};

const DOCUMENT_INFORMATION: AllowRule = {
  name: 'document-information',
  why: 'A writer notes its name and the time of its change (14.3.3).',
  keeps: 'augmented-by-others',
  role: 'information',
  permits: ({ num, before, after }, revision) => {
    const info = revision.after.trailer.get('Info');
    if (!(info instanceof PdfRef) || info.num !== num || !(after instanceof PdfDict)) return false;
    if (before !== undefined) return infoOnlyNotes(before, after);
    return !revision.before.trailer.has('Info') && hasOnly(after, ['ModDate', 'Producer']);
  },
};

/** The whole list, in the order in which they are asked. */
export const ALLOW_RULES: readonly AllowRule[] = [
  CROSS_REFERENCE_STREAM,
  OBJECT_STREAM,
  SAME_VALUE,
  SECURITY_STORE,
  TIME_STAMP_FIELD,
  TIME_STAMP_EXTRAS,
  SIGNATURE_OBJECT,
  SIGNED_FIELD,
  CATALOG,
  CATALOG_BY_OTHERS,
  METADATA,
  FORM,
  FIELD_LIST,
  PAGE_ANNOTATIONS,
  ANNOTATION_LIST,
  DOCUMENT_INFORMATION,
  UNREACHED_FORM,
];

function widgetNums({ signatures, signatureObjects }: RevisionChange): ReadonlySet<number> {
  const widgets = signatures.flatMap((signature) => signature.widgetNums);
  return new Set(widgets.filter((num) => signatureObjects.has(num)));
}

function isFieldOrWidget(num: number, signatures: RevisionChange['signatures']): boolean {
  return signatures.some(({ field, widgetNums: nums }) => field.fieldRef.num === num || nums.includes(num));
}

/** An annotation of another kind could show something without having an area. */
function isPlainWidget(value: PdfValue | undefined): boolean {
  if (!(value instanceof PdfDict) || !hasOnly(value, WIDGET_KEYS)) return false;
  const isWidget = !value.has('Subtype') || isName(value.get('Subtype'), 'Widget');
  return isWidget && (!value.has('Type') || isName(value.get('Type'), 'Annot'));
}

/** A signature needs no action, however deep, and what follows a seal gets none. */
export function acts(value: PdfValue | undefined): boolean {
  if (value instanceof PdfArray) return value.items.some(acts);
  if (value instanceof PdfStream) return acts(value.dict);
  if (!(value instanceof PdfDict)) return false;
  return [...value.entries].some(
    ([key, entry]) => key === 'A' || key === 'AA' || key === 'JS' || acts(entry.value),
  );
}

function hasOnly(dict: PdfDict, keys: readonly string[]): boolean {
  return [...dict.entries.keys()].every((key) => keys.includes(key));
}

/** The dictionary may name its writer and the time; other texts may be encoded anew, not changed. */
function infoOnlyNotes(before: PdfValue, after: PdfDict): boolean {
  if (!(before instanceof PdfDict)) return false;
  return differingKeys(before, after).every((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    if (!(now instanceof PdfString)) return false;
    if (key === 'ModDate' || key === 'Producer') return true;
    return old instanceof PdfString && sameText(old.bytes, now.bytes);
  });
}

function versionOnlyRises(before: StrictPdf, after: PdfDict): boolean {
  const version = after.get('Version');
  if (version === undefined) return !before.catalog.has('Version');
  const old = before.catalog.get('Version');
  const least = old instanceof PdfName ? old.name : before.headerVersion;
  return version instanceof PdfName && /^(?:1\.[4-7]|2\.0)$/.test(version.name) && version.name >= least;
}

/** Developer extensions (7.12) say which additions to PDF a file uses; each is a few direct values. */
function extensionsOnlyGrow({ before, after }: RevisionChange): boolean {
  if (sameEntry(before.catalog, after.catalog, 'Extensions')) return true;
  const old = before.resolve(before.catalog.get('Extensions'));
  const grown = after.catalog.get('Extensions');
  if (!(grown instanceof PdfDict) || (old !== null && !(old instanceof PdfDict))) return false;
  const kept = old ? [...old.entries.keys()].every((key) => sameEntry(old, grown, key)) : true;
  return kept && [...grown.entries].every(([key, { value }]) => old?.has(key) === true || isExtension(value));
}

function isExtension(value: PdfValue): boolean {
  return (
    value instanceof PdfDict &&
    hasOnly(value, ['Type', 'BaseVersion', 'ExtensionLevel', 'ExtensionRevision', 'URL']) &&
    value.get('BaseVersion') instanceof PdfName &&
    typeof value.get('ExtensionLevel') === 'number'
  );
}
