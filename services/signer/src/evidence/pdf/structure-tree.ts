import { numeral, type ObjectNumber, type PdfWriter, refTo, textString } from './pdf-writer.ts';

/** Standard structure types used (ISO 32000-1, 14.8.4). */
export type StructureType =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Link';

export interface StructureAttributes {
  /** What stands for a figure when it cannot be seen. */
  readonly alt?: string;
  /** Whether a header cell names its row or its column. */
  readonly scope?: 'Row' | 'Column';
  readonly numbering?: 'Decimal' | 'Disc';
  /** Extent of a figure on its page: left, bottom, right, top. */
  readonly box?: readonly [number, number, number, number];
}

interface MarkedContent {
  readonly page: number;
  readonly mcid: number;
}
interface AnnotationKid {
  readonly page: number;
  readonly annotation: ObjectNumber;
}

/** One node of the tree that says what each piece of content is, in the order to read it. */
export class StructureElement {
  readonly type: StructureType;
  readonly attributes: StructureAttributes;
  readonly kids: (StructureElement | MarkedContent | AnnotationKid)[] = [];

  constructor(type: StructureType, attributes: StructureAttributes = {}) {
    this.type = type;
    this.attributes = attributes;
  }

  /** Adds a child after those there are. */
  add(type: StructureType, attributes: StructureAttributes = {}): StructureElement {
    const child = new StructureElement(type, attributes);
    this.kids.push(child);
    return child;
  }
}

/** The structure of one document: the tree, and which element each piece of marked content belongs to. */
export class StructureTree {
  readonly document = new StructureElement('Document');
  /** Of each page, the elements by marked-content identifier. */
  readonly #owners: StructureElement[][] = [];
  readonly #annotationOwners: StructureElement[] = [];

  /** Gives the next piece of content on a page, counted from 0, to an element. @returns its identifier */
  mark(page: number, element: StructureElement): number {
    const owners = (this.#owners[page] ??= []);
    const mcid = owners.push(element) - 1;
    element.kids.push({ page, mcid });
    return mcid;
  }

  /** Gives an annotation to an element. @returns its StructParent is this many above the last page's StructParents */
  own(page: number, annotation: ObjectNumber, element: StructureElement): number {
    element.kids.push({ page, annotation });
    return this.#annotationOwners.push(element);
  }

  /** Writes the tree, where StructParents of a page is its index. @returns the root */
  write(writer: PdfWriter, pages: readonly ObjectNumber[]): ObjectNumber {
    const root = writer.reserve();
    const numbers = new Map<StructureElement, ObjectNumber>();
    const attributes = new Map<string, ObjectNumber>();
    this.#writeElement(this.document, root, { writer, pages, numbers, attributes });
    const refOf = (element: StructureElement): string => refTo(numbers.get(element) as number);
    const keys = [
      ...pages.map((_, page) => `${page}[${(this.#owners[page] ?? []).map(refOf).join(' ')}]`),
      ...this.#annotationOwners.map((owner, index) => `${pages.length + index} ${refOf(owner)}`),
    ];
    const parentTree = writer.add(`<</Nums[${keys.join(' ')}]>>`);
    const next = pages.length + this.#annotationOwners.length;
    writer.write(
      root,
      `<</Type/StructTreeRoot/K ${refOf(this.document)}/ParentTree ${refTo(parentTree)}/ParentTreeNextKey ${next}>>`,
    );
    return root;
  }

  #writeElement(element: StructureElement, parent: ObjectNumber, context: WriteContext): void {
    const { writer, pages, numbers } = context;
    const self = writer.reserve();
    numbers.set(element, self);
    const home = element.kids.find((kid) => 'page' in kid)?.page;
    const kids = element.kids.map((kid) => {
      if (kid instanceof StructureElement) {
        this.#writeElement(kid, self, context);
        return refTo(numbers.get(kid) as number);
      }
      const page = kid.page === home ? '' : `/Pg ${refTo(pages[kid.page] as number)}`;
      if ('annotation' in kid) return `<</Type/OBJR${page}/Obj ${refTo(kid.annotation)}>>`;
      return page === '' ? String(kid.mcid) : `<</Type/MCR${page}/MCID ${kid.mcid}>>`;
    });
    const pageEntry = home === undefined ? '' : `/Pg ${refTo(pages[home] as number)}`;
    const own = kids.length === 1 ? ` ${kids[0]}` : `[${kids.join(' ')}]`;
    writer.write(
      self,
      `<</S/${element.type}/P ${refTo(parent)}${pageEntry}${this.#entries(element, context)}/K${own}>>`,
    );
  }

  #entries({ type, attributes }: StructureElement, context: WriteContext): string {
    const { alt, scope, numbering, box } = attributes;
    const entries: string[] = [];
    if (type === 'Document') entries.push('/Lang(pt-BR)');
    if (alt !== undefined) entries.push(`/Alt ${textString(alt)}`);
    const owned = [
      scope && `<</O/Table/Scope/${scope}>>`,
      numbering && `<</O/List/ListNumbering/${numbering}>>`,
      box && `<</O/Layout/Placement/Block/BBox[${box.map(numeral).join(' ')}]>>`,
    ].find((entry) => entry !== undefined);
    if (owned !== undefined) entries.push(`/A ${refTo(sharedObject(owned, context))}`);
    return entries.join('');
  }
}

interface WriteContext {
  readonly writer: PdfWriter;
  readonly pages: readonly ObjectNumber[];
  readonly numbers: Map<StructureElement, ObjectNumber>;
  /** Attributes that many elements have are written once. */
  readonly attributes: Map<string, ObjectNumber>;
}

function sharedObject(body: string, { writer, attributes }: WriteContext): ObjectNumber {
  const num = attributes.get(body) ?? writer.add(body);
  attributes.set(body, num);
  return num;
}
