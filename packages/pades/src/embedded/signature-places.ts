import type { SignatureField } from '../pdf/document/interactive-form.ts';
import { areaOf, normalised, type PageArea, shapeOf, shownBox, sizeOf } from '../pdf/document/page-area.ts';
import type { Rectangle } from '../pdf/document/page-tree.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfArray, PdfDict, PdfRef, type PdfValue } from '../pdf/syntax/pdf-values.ts';
import { widgetsOf } from '../validate/revisions/later-signature.ts';

/** Where a signature is drawn: an area of a page, as readers show the page. */
export interface SignaturePlace {
  /** From 1. */
  readonly page: number;
  readonly area: PageArea;
  /** Width of the page divided by its height. */
  readonly shape: number;
}

/** Table 167: Hidden and NoView. What is only printed has no place on a page that is shown. */
const UNSEEN_FLAGS = (1 << 1) | (1 << 5);
/** As many as a document may have signatures: no honest file has more. */
const MAX_PLACES = 64;

/** Where signatures are drawn on the pages of a document; of most none is, and then no page is looked at. */
export class SignaturePlaces {
  readonly #pdf: StrictPdf;
  #pagesOfWidgets: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(pdf: StrictPdf) {
    this.#pdf = pdf;
  }

  /** In the order of the pages; empty when it is invisible (ISO 32000-2, 12.7.5.5). */
  of(field: SignatureField): SignaturePlace[] {
    const pdf = this.#pdf;
    const places = widgetsOf(pdf, field).flatMap((num) => {
      const rectangle = shownRectangle(pdf, pdf.object(num));
      const pages = rectangle === undefined ? [] : (this.#pagesByWidget().get(num) ?? []);
      return pages.flatMap((index) => placeOn(pdf, index, rectangle));
    });
    return places.toSorted((a, b) => a.page - b.page).slice(0, MAX_PLACES);
  }

  #pagesByWidget(): ReadonlyMap<number, readonly number[]> {
    this.#pagesOfWidgets ??= pagesByAnnotation(this.#pdf);
    return this.#pagesOfWidgets;
  }
}

/** Indices of the pages that list an annotation, by its object number. */
function pagesByAnnotation(pdf: StrictPdf): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [index, { dict }] of pdf.pages.entries()) {
    const list = pdf.resolve(dict.get('Annots'));
    const refs = list instanceof PdfArray ? list.items.filter((item) => item instanceof PdfRef) : [];
    for (const num of new Set(refs.map((ref) => ref.num))) found.set(num, [...(found.get(num) ?? []), index]);
  }
  return found;
}

/** The rectangle of a widget that readers show, in units of its page. */
function shownRectangle(pdf: StrictPdf, widget: PdfValue | undefined): Rectangle | undefined {
  if (!(widget instanceof PdfDict) || !widget.has('Subtype')) return undefined;
  const flags = pdf.resolve(widget.get('F'));
  if (typeof flags === 'number' && (flags & UNSEEN_FLAGS) !== 0) return undefined;
  const list = pdf.resolve(widget.get('Rect'));
  const corners = list instanceof PdfArray ? list.items.map((item) => pdf.resolve(item)) : [];
  const numbers = corners.filter((item) => typeof item === 'number');
  if (corners.length !== 4 || numbers.length !== 4) return undefined;
  return normalised(numbers as [number, number, number, number]);
}

/** As far as the page shows it. */
function placeOn(pdf: StrictPdf, index: number, rectangle: Rectangle | undefined): SignaturePlace[] {
  const page = pdf.pages[index];
  if (!page || !rectangle) return [];
  const { width, height } = sizeOf(shownBox(page));
  if (width <= 0 || height <= 0) return [];
  const area = areaOf(rectangle, page);
  return area.width > 0 && area.height > 0 ? [{ page: index + 1, area, shape: shapeOf(page) }] : [];
}
