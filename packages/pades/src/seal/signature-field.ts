import type { Page } from '../pdf/document/page-tree.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfArray, PdfRef } from '../pdf/syntax/pdf-values.ts';
import { encodeText } from '../pdf/syntax/text-string.ts';
import { editedDict, extendedArray, type PdfSource, refSource, source } from '../write/pdf-source.ts';
import type { RevisionWriter } from '../write/revision-writer.ts';

/** A name no field of the document has: `wanted`, or `wanted` with a number. */
export function freeFieldName(pdf: StrictPdf, wanted: string): string {
  const taken = pdf.form.rootNames;
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
  return name;
}

/**
 * The signature field merged with its widget (ISO 32000-2, 12.7.5.5): no area, so nothing of the
 * page is covered; F 132 is Print and Locked.
 */
export function fieldSource(name: string, value: PdfRef, page: PdfRef): string {
  return (
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T ${encodeText(name)} /V ${refSource(value)}` +
    ` /F 132 /Rect [0 0 0 0] /P ${refSource(page)} >>`
  );
}

/** Adds the widget to a page's Annots, wherever that array stands. */
export function annotatePage(
  pdf: StrictPdf,
  writer: RevisionWriter,
  page: Pick<Page, 'ref' | 'dict'>,
  widget: PdfRef,
): void {
  const entry = page.dict.get('Annots');
  const existing = pdf.resolve(entry);
  const array = existing instanceof PdfArray ? existing : undefined;
  const extended = extendedArray(array, [refSource(widget)]);
  if (entry instanceof PdfRef && array) writer.write(entry, extended);
  else writer.write(page.ref, editedDict(page.dict, new Map([['Annots', extended]])));
}

/**
 * Adds the field to the form and sets SigFlags 3: signatures exist, append only (12.7.3, Table 225). A
 * form that has signatures keeps the flags it has, since validators take a change of them for one of
 * the signed document.
 *
 * @returns the catalog's keys to change, none when the form is an object of its own
 */
export function addFieldToForm(
  pdf: StrictPdf,
  writer: RevisionWriter,
  field: PdfRef,
): Map<string, PdfSource> {
  const { dict, ref } = pdf.form;
  if (!dict) return new Map([['AcroForm', source(`<< /Fields [${refSource(field)}] /SigFlags 3 >>`)]]);
  const entry = dict.get('Fields');
  const existing = pdf.resolve(entry);
  const array = existing instanceof PdfArray ? existing : undefined;
  const extended = extendedArray(array, [refSource(field)]);
  const edits = new Map<string, PdfSource>(pdf.hasSignatures ? [] : [['SigFlags', '3']]);
  if (entry instanceof PdfRef && array) writer.write(entry, extended);
  else edits.set('Fields', extended);
  if (edits.size === 0) return new Map();
  const changed = editedDict(dict, edits);
  if (!ref) return new Map([['AcroForm', changed]]);
  writer.write(ref, changed);
  return new Map();
}

/** Rewrites the catalog when any of its keys change. */
export function editCatalog(
  pdf: StrictPdf,
  writer: RevisionWriter,
  edits: ReadonlyMap<string, PdfSource>,
): void {
  if (edits.size > 0) writer.write(pdf.root, editedDict(pdf.catalog, edits));
}
