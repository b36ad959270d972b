import type { PdfReader } from '../pdf-reader.ts';
import { PdfSyntaxError } from '../syntax/pdf-syntax-error.ts';
import { isCount, isName, PdfArray, PdfDict, PdfRef, type PdfValue } from '../syntax/pdf-values.ts';

/** Left, bottom, right, top, in default user space units (1/72 inch times UserUnit). */
export type Rectangle = readonly [number, number, number, number];

/** A leaf of the page tree, inherited attributes filled in (ISO 32000-2, 7.7.3.4). */
export interface Page {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly mediaBox: Rectangle;
  /** The MediaBox when the page has none. */
  readonly cropBox: Rectangle;
  /** Clockwise degrees, one of 0, 90, 180, 270. */
  readonly rotate: number;
  /** Size of a user space unit in 1/72 inch; 1 unless the page says so. Not inheritable. */
  readonly userUnit: number;
  /** As written, maybe a reference; undefined when neither page nor ancestor has any. */
  readonly resources: PdfValue | undefined;
}

const INHERITABLE = ['MediaBox', 'CropBox', 'Rotate', 'Resources'] as const;
type Inherited = Readonly<Partial<Record<(typeof INHERITABLE)[number], PdfValue>>>;

/**
 * Walks the page tree. A node reached twice, a Count that is not the number of leaves, or a page
 * without MediaBox makes the file refused.
 */
export function readPages(pdf: PdfReader): Page[] {
  const root = pdf.catalog.get('Pages');
  if (!(root instanceof PdfRef)) throw malformed(pdf.catalog.start, 'Pages is not a reference');
  const pages: Page[] = [];
  const seen = new Set<number>();

  const visit = (ref: PdfRef, parent: PdfRef | undefined, inherited: Inherited, depth: number): void => {
    if (depth > pdf.limits.maxDepth) throw new PdfSyntaxError('limit-depth', 0, 'page tree is too deep');
    if (seen.has(ref.num)) throw malformed(0, `object ${ref.num} is in the page tree twice`);
    seen.add(ref.num);
    const node = pdf.resolve(ref);
    if (!(node instanceof PdfDict)) throw malformed(0, `object ${ref.num} is not a page or page tree node`);
    checkParent(node, parent, inherited);
    const attributes = inherit(node, inherited);
    if (!isTreeNode(pdf, node)) {
      if (depth === 0) throw malformed(node.start, 'the root of the page tree is a page');
      if (pages.length >= pdf.limits.maxPages) {
        throw new PdfSyntaxError('limit-pages', node.start, `more than ${pdf.limits.maxPages} pages`);
      }
      pages.push(pageOf(pdf, ref, node, attributes));
      return;
    }
    const before = pages.length;
    const kids = pdf.resolve(node.get('Kids'));
    if (!(kids instanceof PdfArray)) throw malformed(node.start, 'Kids is not an array');
    for (const kid of kids.items) {
      if (!(kid instanceof PdfRef)) throw malformed(kids.start, 'a kid is not a reference');
      visit(kid, ref, attributes, depth + 1);
    }
    if (pdf.resolve(node.get('Count')) !== pages.length - before) {
      throw malformed(node.start, 'Count is not the number of pages');
    }
  };

  visit(root, undefined, {}, 0);
  return pages;
}

function malformed(offset: number, detail: string): PdfSyntaxError {
  return new PdfSyntaxError('page-tree-malformed', offset, detail);
}

/**
 * Some readers inherit from the node they came through, others from the one that Parent names; both
 * must be the same. Where there is nothing to inherit, a missing Parent is harmless.
 */
function checkParent(node: PdfDict, parent: PdfRef | undefined, inherited: Inherited): void {
  const named = node.get('Parent');
  if (named instanceof PdfRef && named.num === parent?.num && named.gen === parent.gen) return;
  if ((named ?? null) === null && INHERITABLE.every((key) => inherited[key] === undefined)) return;
  throw malformed(node.start, 'Parent is not the node above');
}

function isTreeNode(pdf: PdfReader, node: PdfDict): boolean {
  const type = pdf.resolve(node.get('Type'));
  const tree = isName(type, 'Pages');
  if (!tree && !isName(type, 'Page')) throw malformed(node.start, 'Type is neither Page nor Pages');
  if (tree !== node.has('Kids')) throw malformed(node.start, 'Type and Kids contradict one another');
  return tree;
}

function inherit(node: PdfDict, inherited: Inherited): Inherited {
  const out: Partial<Record<(typeof INHERITABLE)[number], PdfValue>> = { ...inherited };
  for (const key of INHERITABLE) {
    const value = node.get(key);
    if (value !== undefined && value !== null) out[key] = value;
  }
  return out;
}

function pageOf(pdf: PdfReader, ref: PdfRef, dict: PdfDict, attributes: Inherited): Page {
  const mediaBox = rectangle(pdf, attributes.MediaBox, dict);
  if (!mediaBox) throw malformed(dict.start, 'page without MediaBox');
  const rotate = pdf.resolve(attributes.Rotate ?? 0);
  if (typeof rotate !== 'number' || rotate % 90 !== 0)
    throw malformed(dict.start, 'Rotate is not a quarter turn');
  const userUnit = dict.has('UserUnit') ? pdf.resolve(dict.get('UserUnit')) : 1;
  if (typeof userUnit !== 'number' || userUnit <= 0) throw malformed(dict.start, 'UserUnit is not positive');
  return {
    ref,
    dict,
    mediaBox,
    cropBox: rectangle(pdf, attributes.CropBox, dict) ?? mediaBox,
    rotate: ((rotate % 360) + 360) % 360,
    userUnit,
    resources: attributes.Resources,
  };
}

/** Any two opposite corners make a rectangle (7.9.5); they are put in order. */
function rectangle(pdf: PdfReader, value: PdfValue | undefined, page: PdfDict): Rectangle | undefined {
  const array = pdf.resolve(value);
  if (array === null) return undefined;
  const numbers = array instanceof PdfArray ? array.items.map((item) => pdf.resolve(item)) : [];
  if (numbers.length !== 4 || !numbers.every((item) => typeof item === 'number')) {
    throw malformed(page.start, 'a page box is not four numbers');
  }
  const [x1, y1, x2, y2] = numbers as [number, number, number, number];
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** The page tree's root, whose Kids and Count grow when pages are appended. */
export function pageTreeRoot(pdf: PdfReader): { readonly ref: PdfRef; readonly dict: PdfDict } {
  const ref = pdf.catalog.get('Pages');
  const dict = pdf.resolve(ref);
  if (!(ref instanceof PdfRef) || !(dict instanceof PdfDict) || !isCount(pdf.resolve(dict.get('Count')))) {
    throw malformed(pdf.catalog.start, 'no page tree');
  }
  return { ref, dict };
}
