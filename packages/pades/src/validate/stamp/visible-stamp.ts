import { areaOf, shapeOf, shownBox, sizeOf } from '../../pdf/document/page-area.ts';
import type { Page, Rectangle } from '../../pdf/document/page-tree.ts';
import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import { isName, PdfArray, PdfDict, PdfRef, PdfStream } from '../../pdf/syntax/pdf-values.ts';
import type { NewSignature } from '../revisions/later-signature.ts';
import type { RevisionChange } from '../revisions/revision-change.ts';
import type { SignatureStamp } from './signature-stamp.ts';
import { isUpright, rectangleOf } from './stamp-geometry.ts';
import { partProblem } from './stamp-parts.ts';

/**
 * Table 167: a stamp is printed and never hidden. NoZoom and NoRotate draw outside the rectangle, and what is seen
 * but not printed, or the other way round, makes two documents of one.
 */
const PRINT = 1 << 2;
const HARMLESS_FLAGS = PRINT | (1 << 6) | (1 << 7) | (1 << 9);

/** A signature's stamp is smaller than what it signs; a larger one replaces the page. */
const MAX_SHARE_OF_PAGE = 0.5;
/** Boxes and rectangles are written with a few decimals. */
const TOLERANCE = 0.5;

/**
 * Where the one signature of a revision draws, when that is a stamp as ISO 32000-2, 12.7.5.5 has it: a new field with
 * one widget on one page, and one appearance that every reader draws within the widget's rectangle.
 *
 * @param into whether it may also be a field that the document had for it, in the place that it has
 * @returns the stamp, or why it is none
 */
export function stampOf(
  change: RevisionChange,
  signature: NewSignature,
  into: 'new-field' | 'any-field' = 'new-field',
): SignatureStamp | string {
  const { after, before, signatures } = change;
  const mayBeOld = into === 'any-field';
  if (signatures.length !== 1) return 'other signatures come with it';
  const { fieldRef } = signature.field;
  if (!mayBeOld && !isNew(before, fieldRef.num)) return 'the field was there before';
  const widgets = signature.widgetNums.flatMap((num) => {
    const dict = after.object(num);
    return dict instanceof PdfDict && dict.has('Subtype') ? [{ num, dict }] : [];
  });
  const [widget] = widgets;
  if (!widget || widgets.length !== 1 || signature.widgetNums.length > 2) return 'not one widget';
  if (!mayBeOld && !isNew(before, widget.num)) return 'the widget was there before';
  const pages = after.pages.flatMap((page, index) =>
    annotationsOf(after, page)
      .filter((ref) => ref.num === widget.num)
      .map(() => ({ page, index })),
  );
  const [place] = pages;
  if (!place || pages.length !== 1) return 'not on one page';
  const named = widget.dict.get('P');
  if (named !== undefined && !(named instanceof PdfRef && named.num === place.page.ref.num)) {
    return 'another page is named';
  }
  const rectangle = rectangleOf(widget.dict.get('Rect'));
  if (!rectangle) return 'the rectangle is not four numbers with an area';
  const outside = placeProblem(rectangle, place.page);
  if (outside) return outside;
  const problem = flagProblem(widget.dict) ?? appearanceProblem(after, widget.dict);
  if (problem) return problem;
  return {
    page: place.index + 1,
    rectangle,
    area: areaOf(rectangle, place.page),
    shape: shapeOf(place.page),
  };
}

function isNew(before: StrictPdf, num: number): boolean {
  return (before.entryOf(num)?.kind ?? 'free') === 'free';
}

function annotationsOf(pdf: StrictPdf, { dict }: Page): PdfRef[] {
  const list = pdf.resolve(dict.get('Annots'));
  return list instanceof PdfArray ? list.items.filter((item) => item instanceof PdfRef) : [];
}

function placeProblem(rectangle: Rectangle, page: Page): string | undefined {
  const box = shownBox(page);
  const inside =
    rectangle[0] >= box[0] - TOLERANCE &&
    rectangle[1] >= box[1] - TOLERANCE &&
    rectangle[2] <= box[2] + TOLERANCE &&
    rectangle[3] <= box[3] + TOLERANCE;
  if (!inside) return 'the rectangle leaves the page';
  return sizeOf(rectangle).area > sizeOf(box).area * MAX_SHARE_OF_PAGE
    ? 'the rectangle covers most of the page'
    : undefined;
}

function flagProblem(widget: PdfDict): string | undefined {
  const flags = widget.get('F');
  if (typeof flags !== 'number' || !Number.isInteger(flags)) return 'flags are missing';
  if ((flags & PRINT) === 0 || (flags & ~HARMLESS_FLAGS) !== 0) return 'flags show it only sometimes';
  const characteristics = widget.get('MK');
  if (characteristics === undefined) return undefined;
  const plain = characteristics instanceof PdfDict && ['BC', 'BG'].every((key) => !characteristics.has(key));
  return plain ? undefined : 'colours beside its appearance';
}

/** One normal appearance, a form XObject (12.5.5): none for a pointer above it, no states to choose from. */
function appearanceProblem(pdf: StrictPdf, widget: PdfDict): string | undefined {
  if (widget.has('AS')) return 'its appearance has states';
  const appearance = pdf.resolve(widget.get('AP'));
  if (!(appearance instanceof PdfDict)) return 'no appearance';
  if ([...appearance.entries.keys()].some((key) => key !== 'N')) return 'more than one appearance';
  const normal = pdf.resolve(appearance.get('N'));
  if (!(normal instanceof PdfStream)) return 'its appearance has states';
  const { dict } = normal;
  if (!isName(dict.get('Subtype'), 'Form')) return 'its appearance is no form XObject';
  if (!rectangleOf(dict.get('BBox'))) return 'its appearance has no bounding box';
  if (dict.has('Matrix') && !isUpright(dict.get('Matrix'))) return 'its appearance is slanted';
  return partProblem(pdf, widget.get('AP') ?? null, normal);
}
