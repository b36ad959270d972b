import { isName, PdfArray, PdfDict, PdfName, PdfStream, type PdfValue } from './pdf-values.ts';
import type { StrictPdf } from './strict-pdf.ts';

/** What in a document can act by itself, so that a product may refuse or remove it. */
export interface ActiveContent {
  /** The catalog's OpenAction is an action (a plain destination does nothing but turn to a page). */
  readonly openAction: boolean;
  /** Additional actions (AA) of the catalog, a page, a field or an annotation. */
  readonly additionalActions: boolean;
  readonly javaScript: boolean;
  readonly launch: boolean;
  /** An XFA form, whose content a viewer shows instead of the pages. */
  readonly xfa: boolean;
}

/** Looks through every object in use, whether or not anything leads to it. */
export function findActiveContent(pdf: StrictPdf): ActiveContent {
  const found = { openAction: false, additionalActions: false, javaScript: false, launch: false, xfa: false };
  const look = (value: PdfValue): void => {
    if (value instanceof PdfArray) for (const item of value.items) look(item);
    else if (value instanceof PdfStream) look(value.dict);
    else if (value instanceof PdfDict) {
      if (value.has('AA')) found.additionalActions = true;
      const action = pdf.resolve(value.get('S'));
      if (value.has('JS') || value.has('JavaScript') || isName(action, 'JavaScript')) found.javaScript = true;
      if (isName(action, 'Launch')) found.launch = true;
      for (const entry of value.entries.values()) look(entry.value);
    }
  };
  for (const num of pdf.objectNumbers()) look(pdf.object(num));
  const opening = pdf.resolve(pdf.catalog.get('OpenAction'));
  found.openAction = opening instanceof PdfDict && pdf.resolve(opening.get('S')) instanceof PdfName;
  found.xfa = pdf.form.dict?.has('XFA') ?? false;
  return found;
}
