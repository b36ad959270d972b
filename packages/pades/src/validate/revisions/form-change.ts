import { differingKeys, gainedReferences, sameEntry } from '../../pdf/same-source.ts';
import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import { latin1 } from '../../pdf/syntax/characters.ts';
import { isName, PdfArray, PdfDict, PdfStream, type PdfValue } from '../../pdf/syntax/pdf-values.ts';
import type { RevisionChange } from './revision-change.ts';

/** Numbers of the fields that a revision's signatures are in. */
export function fieldNums({ signatures }: RevisionChange): ReadonlySet<number> {
  return new Set(signatures.map(({ field }) => field.fieldRef.num));
}

/** Whether the catalog says of its form what it said. */
export function sameForm({ before, after }: RevisionChange): boolean {
  return sameEntry(before.catalog, after.catalog, 'AcroForm');
}

/** True for two dictionaries that differ in none but the given keys. */
export function changesOnly(
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  keys: readonly string[],
): boolean {
  if (!(before instanceof PdfDict) || !(after instanceof PdfDict)) return false;
  return differingKeys(before, after).every((key) => keys.includes(key));
}

/** True when `after` is `before` followed by references to objects in `allowed`. */
export function gainsOnly(
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  allowed: ReadonlySet<number>,
): boolean {
  if (!(after instanceof PdfArray)) return false;
  if (before !== undefined && !(before instanceof PdfArray)) return false;
  return gainedReferences(before, after)?.every(({ num }) => allowed.has(num)) === true;
}

/** Whether the form, wherever it stands, differs in nothing but what its new signatures need. */
export function formOnlyGainsSignatures(revision: RevisionChange): boolean {
  const before = revision.before.form.dict;
  const after = revision.after.form.dict;
  if (!after) return false;
  const keys = before ? differingKeys(before, after) : [...after.entries.keys()];
  const { signatures } = revision;
  const forSignatures = signatures.some(({ kind }) => kind === 'signature');
  const mayChange = (key: string): boolean =>
    key === 'Fields' ||
    (key === 'SigFlags' && SIG_FLAGS.has(latin1(after.rawValue(key) ?? new Uint8Array()))) ||
    (key === 'NeedAppearances' && before?.get(key) === false && !after.has(key)) ||
    (forSignatures && (key === 'DR' || key === 'DA') && !before?.has(key) && showsNoText(revision.before));
  return (
    signatures.length > 0 &&
    keys.every(mayChange) &&
    gainsOnly(fieldList(revision.before, before), fieldList(revision.after, after), fieldNums(revision))
  );
}

/** Table 225: signatures exist, and the file is only appended to. */
const SIG_FLAGS: ReadonlySet<string> = new Set(['1', '3']);

/**
 * Whether nothing in the document could be drawn by the default appearance and the resources of its form: no
 * field but those for signatures, and no annotation that has no appearance of its own.
 */
function showsNoText(pdf: StrictPdf): boolean {
  const annotations = pdf.pages.flatMap(({ dict }) => {
    const list = pdf.resolve(dict.get('Annots'));
    return list instanceof PdfArray ? list.items : [];
  });
  return (
    annotations.every((each) => isDrawnAsItIs(pdf, pdf.resolve(each))) &&
    pdf.form.fields.every((field) => isSignatureField(pdf, field))
  );
}

function isDrawnAsItIs(pdf: StrictPdf, annotation: PdfValue): boolean {
  if (!(annotation instanceof PdfDict)) return annotation === null;
  const subtype = pdf.resolve(annotation.get('Subtype'));
  if (isName(subtype, 'Widget')) return isSignatureField(pdf, annotation);
  const appearance = pdf.resolve(annotation.get('AP'));
  const normal = appearance instanceof PdfDict ? pdf.resolve(appearance.get('N')) : null;
  return isName(subtype, 'Link') || isName(subtype, 'Popup') || normal instanceof PdfStream;
}

/** By its own type, or that of a field above it. */
function isSignatureField(pdf: StrictPdf, field: PdfDict): boolean {
  let current: PdfValue = field;
  for (let depth = 0; current instanceof PdfDict && depth < pdf.limits.maxDepth; depth += 1) {
    if (current.has('FT')) return isName(pdf.resolve(current.get('FT')), 'Sig');
    current = pdf.resolve(current.get('Parent'));
  }
  return false;
}

function fieldList(pdf: RevisionChange['before'], form: PdfDict | undefined): PdfValue | undefined {
  return form?.has('Fields') ? pdf.resolve(form.get('Fields')) : undefined;
}
