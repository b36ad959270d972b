import { PdfSyntaxError, type StrictPdf, type PdfDict, type PdfStream, type PdfValue } from '@lacre/pades';

/**
 * Drawings within drawings that one of them comes to, itself included: a page of a plan with a thousand symbols, each of
 * a dozen parts, comes to 13,000.
 */
const MAX_DRAWINGS = 1_000_000;
/** Forms within forms: viewers stop at a few dozen. */
const MAX_DEPTH = 500;
/** Of a form's content, decoded, bytes; a longer one is counted as far as this. */
const MAX_CONTENT_BYTES = 8 * 1024 * 1024;

/**
 * Whether forms that draw forms (ISO 32000-2, 8.10) multiply beyond what a viewer gets through: thirty of them, each
 * drawing the next one four times, keep it busy for ever.
 */
export function exceedsDrawingLimits(pdf: StrictPdf): boolean {
  const forms = formsOf(pdf);
  const drawings = new Map<number, number>();
  const drawingsOf = (num: number, depth = 0): number => {
    const known = drawings.get(num);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) return MAX_DRAWINGS + 1;
    // One that draws itself is drawn by no viewer; it counts for nothing more.
    drawings.set(num, 0);
    let count = 1;
    for (const [inner, times] of forms.get(num) ?? []) {
      count = Math.min(MAX_DRAWINGS + 1, count + times * drawingsOf(inner, depth + 1));
    }
    drawings.set(num, count);
    return count;
  };
  return [...forms.keys()].some((num) => drawingsOf(num) > MAX_DRAWINGS);
}

type Calls = readonly (readonly [num: number, times: number])[];

/** Every form that draws other forms, by its object number, and how often it draws which. */
function formsOf(pdf: StrictPdf): Map<number, Calls> {
  const forms = new Map<number, Calls>();
  for (const num of pdf.objectNumbers()) {
    const form = pdf.object(num);
    if (!isForm(pdf, form)) continue;
    const inner = innerForms(pdf, form.dict);
    if (inner.size > 0) forms.set(num, callsIn(pdf, form, inner));
  }
  return forms;
}

const isStream = (value: PdfValue): value is PdfStream =>
  value !== null && typeof value === 'object' && 'data' in value;
const isDict = (value: PdfValue): value is PdfDict =>
  value !== null && typeof value === 'object' && 'entries' in value;

function isForm(pdf: StrictPdf, value: PdfValue): value is PdfStream {
  if (!isStream(value)) return false;
  const subtype = pdf.resolve(value.dict.get('Subtype'));
  return subtype !== null && typeof subtype === 'object' && 'name' in subtype && subtype.name === 'Form';
}

/** Forms among a form's resources, by the names it calls them by. */
function innerForms(pdf: StrictPdf, dict: PdfDict): Map<string, number> {
  const found = new Map<string, number>();
  const resources = pdf.resolve(dict.get('Resources'));
  const objects = isDict(resources) ? pdf.resolve(resources.get('XObject')) : null;
  if (!isDict(objects)) return found;
  for (const [name, { value }] of objects.entries) {
    if (value !== null && typeof value === 'object' && 'num' in value && isForm(pdf, pdf.resolve(value)))
      found.set(name, value.num);
  }
  return found;
}

function callsIn(pdf: StrictPdf, form: PdfStream, inner: ReadonlyMap<string, number>): Calls {
  const times = new Map<number, number>();
  for (const [, name = ''] of contentOf(pdf, form).matchAll(DRAW)) {
    const num = inner.get(name.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => charOf(hex)));
    if (num !== undefined) times.set(num, (times.get(num) ?? 0) + 1);
  }
  return [...times];
}

/** `/Name Do`; a string that happens to read so counts as well. */
const DRAW = /\/([^\s/<>[\](){}%]+)\s+Do(?![^\s/<>[\](){}%])/g;
const charOf = (hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16));

function contentOf(pdf: StrictPdf, form: PdfStream): string {
  try {
    return Buffer.from(pdf.decode(form).subarray(0, MAX_CONTENT_BYTES)).toString('latin1');
  } catch (error) {
    // What does not decode draws nothing; qpdf says what is wrong with it.
    if (error instanceof PdfSyntaxError) return '';
    throw error;
  }
}
