import type { PdfReader } from '../pdf-reader.ts';
import { isName, PdfArray, PdfDict, PdfStream, type PdfValue } from '../syntax/pdf-values.ts';
import type { InteractiveForm } from './interactive-form.ts';

/** What in a document can act by itself, so that a product may refuse or remove it. */
export interface ActiveContent {
  /** The catalog's OpenAction does more than turn to a page of the document. */
  readonly openAction: boolean;
  /** Additional actions (AA) of the catalog, a page, a field or an annotation. */
  readonly additionalActions: boolean;
  readonly javaScript: boolean;
  readonly launch: boolean;
  /** Actions that hide or show layers and annotations, or take fields back (12.6.4.11, 12.6.4.13, 12.7.6.3). */
  readonly stateActions: boolean;
  /** An XFA form, whose content a viewer shows instead of the pages. */
  readonly xfa: boolean;
  /** A portfolio, of which a viewer shows an embedded file instead of the pages (12.3.5). */
  readonly collection: boolean;
}

const STATE_ACTIONS = ['Hide', 'SetOCGState', 'SetState', 'ResetForm'];
/** Actions that follow one another (Next, Table 197). */
const MAX_ACTIONS = 64;

/** Looks through every object in use, whether or not anything leads to it. */
export function findActiveContent(pdf: PdfReader, form: InteractiveForm): ActiveContent {
  const found = {
    openAction: false,
    additionalActions: false,
    javaScript: false,
    launch: false,
    stateActions: false,
    xfa: false,
    collection: false,
  };
  const look = (value: PdfValue): void => {
    if (value instanceof PdfArray) for (const item of value.items) look(item);
    else if (value instanceof PdfStream) look(value.dict);
    else if (value instanceof PdfDict) {
      if (value.has('AA')) found.additionalActions = true;
      const action = pdf.resolve(value.get('S'));
      if (value.has('JS') || value.has('JavaScript') || isName(action, 'JavaScript')) found.javaScript = true;
      if (isName(action, 'Launch')) found.launch = true;
      if (STATE_ACTIONS.some((name) => isName(action, name))) found.stateActions = true;
      for (const entry of value.entries.values()) look(entry.value);
    }
  };
  for (const num of pdf.objectNumbers()) look(pdf.object(num));
  found.openAction = doesMoreThanTurn(pdf, pdf.catalog.get('OpenAction'));
  found.xfa = form.dict?.has('XFA') ?? false;
  found.collection = pdf.catalog.has('Collection');
  return found;
}

/** Whether an action, or one that follows it, is another than GoTo. A destination is an array, a name or a string. */
function doesMoreThanTurn(pdf: PdfReader, opening: PdfValue | undefined): boolean {
  const pending = [opening];
  for (let seen = 0; pending.length > 0; seen += 1) {
    if (seen > MAX_ACTIONS) return true;
    const action = pdf.resolve(pending.pop());
    if (!(action instanceof PdfDict)) continue;
    if (action.has('S') && !isName(pdf.resolve(action.get('S')), 'GoTo')) return true;
    const next = pdf.resolve(action.get('Next'));
    if (next instanceof PdfArray) pending.push(...next.items);
    else pending.push(next);
  }
  return false;
}
