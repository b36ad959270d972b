import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFString,
  type PDFObject,
} from 'pdf-lib';

import { drawnText } from './drawn-text.ts';

/** One element of a structure tree, with the text of its own content. */
export interface ReadElement {
  type: string;
  alt: string | null;
  text: string;
  /** Pages of its own content and of all below it, from 0, in order. */
  pages: number[];
  kids: ReadElement[];
  /** Annotations it owns. */
  annotations: number;
}

/**
 * Reads the structure tree of a PDF as a reading program does, from the root down, and checks what such programs rely
 * on: each element knows its parent, and the parent tree leads from all marked content and all annotations back to
 * the elements that have them.
 *
 * @throws Error when it does not hold together
 */
export async function readStructure(bytes: Uint8Array): Promise<ReadElement[]> {
  const pdf = await PDFDocument.load(bytes);
  const root = pdf.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  const reader = new StructureReader(pdf, await textByMark(bytes), root);
  const elements = reader.kidsOf(root, pdf.catalog.get(PDFName.of('StructTreeRoot')) as PDFRef);
  reader.checkAllOwned();
  return elements.kids;
}

/** All elements in reading order. */
export function flattened(elements: readonly ReadElement[]): ReadElement[] {
  return elements.flatMap((element) => [element, ...flattened(element.kids)]);
}

async function textByMark(bytes: Uint8Array): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { page, mcid, text, actualText } of await drawnText(bytes)) {
    if (mcid === null || mcid === undefined) continue;
    const key = `${page} ${mcid}`;
    // What stands in for a character is drawn in one run.
    texts.set(key, (texts.get(key) ?? '') + (actualText ?? text));
  }
  return texts;
}

class StructureReader {
  readonly #pdf: PDFDocument;
  readonly #texts: Map<string, string>;
  readonly #parents: Map<number, PDFObject>;
  readonly #pageIndex: Map<string, number>;
  readonly #owned = new Set<string>();

  constructor(pdf: PDFDocument, texts: Map<string, string>, root: PDFDict) {
    this.#pdf = pdf;
    this.#texts = texts;
    this.#parents = numberTree(root.lookup(PDFName.of('ParentTree'), PDFDict));
    this.#pageIndex = new Map(pdf.getPages().map(({ ref }, index) => [ref.toString(), index]));
  }

  kidsOf(element: PDFDict, self: PDFRef): Pick<ReadElement, 'kids' | 'text' | 'pages' | 'annotations'> {
    const found = { kids: [] as ReadElement[], text: '', pages: [] as number[], annotations: 0 };
    const own = element.get(PDFName.of('K'));
    const value = this.#pdf.context.lookup(own);
    for (const kid of value instanceof PDFArray ? value.asArray() : own ? [own] : []) {
      const target = this.#pdf.context.lookup(kid);
      if (target instanceof PDFNumber) this.#content(element, target.asNumber(), self, found);
      else if (target instanceof PDFDict && isNamed(target, 'MCR')) {
        this.#content(target, target.lookup(PDFName.of('MCID'), PDFNumber).asNumber(), self, found);
      } else if (target instanceof PDFDict && isNamed(target, 'OBJR')) this.#annotation(target, self, found);
      else if (target instanceof PDFDict && kid instanceof PDFRef) {
        const child = this.#element(target, kid, self);
        found.kids.push(child);
        found.pages.push(...child.pages);
      } else throw new Error('a kid that is nothing known');
    }
    return found;
  }

  /** @throws Error when marked content of a page that has structure belongs to no element */
  checkAllOwned(): void {
    for (const key of this.#texts.keys()) {
      if (!this.#owned.has(key)) throw new Error(`content ${key} belongs to no element`);
    }
  }

  #element(dict: PDFDict, self: PDFRef, parent: PDFRef): ReadElement {
    if (dict.get(PDFName.of('P')) !== parent) throw new Error(`${self.toString()} does not name its parent`);
    const alt = dict.lookupMaybe(PDFName.of('Alt'), PDFString, PDFHexString);
    const type = dict.lookup(PDFName.of('S'), PDFName).decodeText();
    return { type, alt: alt?.decodeText() ?? null, ...this.kidsOf(dict, self) };
  }

  #content(holder: PDFDict, mcid: number, self: PDFRef, found: { text: string; pages: number[] }): void {
    const page = this.#pageIndex.get(String(holder.get(PDFName.of('Pg'))));
    if (page === undefined) throw new Error('content of no page');
    const key = this.#pdf.getPage(page).node.lookup(PDFName.of('StructParents'), PDFNumber).asNumber();
    const owners = this.#pdf.context.lookup(this.#parents.get(key), PDFArray);
    if (owners.get(mcid) !== self) throw new Error(`content ${mcid} of page ${page} does not lead back`);
    this.#owned.add(`${page} ${mcid}`);
    found.text += this.#texts.get(`${page} ${mcid}`) ?? '';
    found.pages.push(page);
  }

  #annotation(reference: PDFDict, self: PDFRef, found: { annotations: number }): void {
    const annotation = reference.lookup(PDFName.of('Obj'), PDFDict);
    const key = annotation.lookup(PDFName.of('StructParent'), PDFNumber).asNumber();
    if (this.#parents.get(key) !== self) throw new Error('an annotation does not lead back');
    found.annotations += 1;
  }
}

const isNamed = (dict: PDFDict, type: string): boolean => dict.get(PDFName.of('Type')) === PDFName.of(type);

/** All entries of a number tree (ISO 32000-1, 7.9.7). */
function numberTree(node: PDFDict): Map<number, PDFObject> {
  const entries = new Map<number, PDFObject>();
  const pairs = node.lookupMaybe(PDFName.of('Nums'), PDFArray)?.asArray() ?? [];
  for (let at = 0; at < pairs.length; at += 2) {
    entries.set((pairs[at] as PDFNumber).asNumber(), pairs[at + 1] as PDFObject);
  }
  const kids = node.lookupMaybe(PDFName.of('Kids'), PDFArray);
  for (let at = 0; at < (kids?.size() ?? 0); at += 1) {
    for (const [key, value] of numberTree(kids?.lookup(at, PDFDict) as PDFDict)) entries.set(key, value);
  }
  return entries;
}
