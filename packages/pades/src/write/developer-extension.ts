import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfDict, PdfName } from '../pdf/syntax/pdf-values.ts';
import { editedDict, type PdfSource } from './pdf-source.ts';

const ESIC = '<< /BaseVersion /1.7 /ExtensionLevel 1 >>';

/**
 * Declares in the catalog that the file uses what ETSI EN 319 142-1 adds to PDF 1.7 (5.6; ISO
 * 32000-2, 7.12): the ESIC developer extension. PDF 2.0 has those structures itself, and a
 * declaration that is there already, whatever its level, stays.
 *
 * @returns the catalog's keys to change
 */
export function declareExtension(pdf: StrictPdf): Map<string, PdfSource> {
  const existing = pdf.resolve(pdf.catalog.get('Extensions'));
  const declared = existing instanceof PdfDict && existing.has('ESIC');
  if (declared || isPdf2(pdf)) return new Map();
  const dict = existing instanceof PdfDict ? existing : undefined;
  const extensions = dict ? editedDict(dict, new Map([['ESIC', ESIC]])) : `<< /ESIC ${ESIC} >>`;
  return new Map([['Extensions', extensions]]);
}

/** The later of the header's version and the catalog's counts (ISO 32000-2, 7.7.2). */
function isPdf2(pdf: StrictPdf): boolean {
  const stated = pdf.resolve(pdf.catalog.get('Version'));
  return pdf.headerVersion.startsWith('2.') || (stated instanceof PdfName && stated.name.startsWith('2.'));
}
