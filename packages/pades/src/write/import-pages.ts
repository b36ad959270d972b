import type { Page, Rectangle } from '../pdf/document/page-tree.ts';
import { pageTreeRoot } from '../pdf/document/page-tree.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import { isName, PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/syntax/pdf-values.ts';
import { planStructureImport, type StructureImport } from './import-structure.ts';
import {
  dictSource,
  editedDict,
  extendedArray,
  type PdfSource,
  refSource,
  source,
  streamSource,
  valueSource,
} from './pdf-source.ts';
import type { RevisionWriter } from './revision-writer.ts';

export interface ImportedPages {
  /** The pages' new references. */
  readonly refs: readonly PdfRef[];
  /** The catalog's keys to change. */
  readonly catalogEdits: ReadonlyMap<string, PdfSource>;
}

/**
 * Puts all pages of `imported` after the last page of `pdf`, in the revision being written: copies
 * each object the pages lead to, under a new number, and extends the root of the page tree. Stream
 * data is copied still encoded. Their structure comes along where that can be done strictly.
 *
 * @param firstPageAnnotations annotations to add to the first imported page
 * @throws PdfSyntaxError `limit-pages`
 */
export function appendPages(
  pdf: StrictPdf,
  imported: StrictPdf,
  writer: RevisionWriter,
  firstPageAnnotations: readonly PdfRef[] = [],
): ImportedPages {
  const root = pageTreeRoot(pdf);
  const pageCount = pdf.pageCount + imported.pageCount;
  if (pageCount > pdf.limits.maxPages) {
    throw new PdfSyntaxError('limit-pages', root.dict.start, `${pageCount} pages with the added ones`);
  }
  const structure = planStructureImport(pdf, imported, writer);
  const copier = new ObjectCopier(imported, writer, structure);
  const refs = imported.pages.map((page) => copier.map(page.ref));
  for (const [index, page] of imported.pages.entries()) {
    const annotations = index === 0 ? firstPageAnnotations : [];
    writer.write(refs[index] as PdfRef, copier.pageSource(page, root.ref, annotations));
  }
  const catalogEdits = structure?.write((ref) => copier.mapped(ref)) ?? new Map<string, PdfSource>();
  copier.copyPending();
  const kids = pdf.resolve(root.dict.get('Kids')) as PdfArray;
  writer.write(
    root.ref,
    editedDict(
      root.dict,
      new Map<string, PdfSource>([
        ['Kids', extendedArray(kids, refs.map(refSource))],
        ['Count', String(pageCount)],
      ]),
    ),
  );
  return { refs, catalogEdits };
}

/** Page keys that tie a page to the threads of the document it leaves. */
const LEFT_BEHIND = ['B'];

class ObjectCopier {
  readonly #from: StrictPdf;
  readonly #writer: RevisionWriter;
  readonly #numbers = new Map<number, PdfRef>();
  readonly #pending: number[] = [];
  readonly #pages: ReadonlySet<number>;

  readonly #structure: StructureImport | undefined;

  constructor(from: StrictPdf, writer: RevisionWriter, structure: StructureImport | undefined) {
    this.#from = from;
    this.#writer = writer;
    this.#structure = structure;
    this.#pages = new Set(from.pages.map((page) => page.ref.num));
  }

  /** The number an object has from now on; what was not seen before waits to be copied. */
  map(ref: PdfRef): PdfRef {
    const known = this.#numbers.get(ref.num);
    if (known) return known;
    const fresh = this.#writer.reserve();
    this.#numbers.set(ref.num, fresh);
    if (!this.#pages.has(ref.num)) this.#pending.push(ref.num);
    return fresh;
  }

  /** Every inheritable attribute is written out, lest the page take on the other tree's. */
  pageSource(page: Page, parent: PdfRef, annotations: readonly PdfRef[]): PdfSource {
    const edits = this.#edits(page.dict)
      .set('Parent', refSource(parent))
      .set('MediaBox', box(page.mediaBox))
      .set('CropBox', box(page.cropBox))
      .set('Rotate', String(page.rotate))
      .set('Resources', page.resources === undefined ? '<<>>' : this.#value(page.resources));
    for (const key of LEFT_BEHIND) edits.set(key, undefined);
    // The order of structure is the order to tab in, if there is structure (12.5.1).
    if (!this.#structure) edits.set('Tabs', undefined);
    const existing = this.#from.resolve(page.dict.get('Annots'));
    if (annotations.length > 0) {
      const kept = existing instanceof PdfArray ? existing.items.map((item) => this.#value(item)) : [];
      edits.set('Annots', extendedArray(undefined, [...kept, ...annotations.map(refSource)]));
    }
    return dictSource(page.dict, (ref) => this.mapped(ref), edits);
  }

  copyPending(): void {
    for (let num = this.#pending.pop(); num !== undefined; num = this.#pending.pop()) {
      const value = this.#from.object(num);
      const body = value instanceof PdfStream ? this.#stream(value) : this.#value(value);
      this.#writer.write(this.#numbers.get(num) as PdfRef, body);
    }
  }

  #value(value: PdfValue): PdfSource {
    if (value instanceof PdfDict) {
      return dictSource(value, (ref) => this.mapped(ref), this.#edits(value));
    }
    if (value instanceof PdfArray) {
      return source('[', ...value.items.flatMap((item) => [' ', this.#value(item)]), ' ]');
    }
    return valueSource(value, (ref) => this.mapped(ref));
  }

  #stream(stream: PdfStream): PdfSource {
    return streamSource(stream, (ref) => this.mapped(ref), this.#edits(stream.dict));
  }

  /**
   * Keys of the parent tree are the other document's counting, wherever they stand: they are counted on from this
   * one's, or left behind with the tree they belong to.
   */
  #edits(dict: PdfDict): Map<string, PdfSource | undefined> {
    const edits = new Map<string, PdfSource | undefined>();
    for (const [key, { value }] of dict.entries) {
      if (key === 'StructParents' || key === 'StructParent') edits.set(key, this.#structureKey(value));
      else if (value instanceof PdfDict || value instanceof PdfArray) edits.set(key, this.#value(value));
    }
    return edits;
  }

  #structureKey(value: PdfValue): PdfSource | undefined {
    const key = this.#from.resolve(value);
    return this.#structure && typeof key === 'number' ? String(this.#structure.keyOffset + key) : undefined;
  }

  /** A way back to the other document's tree or catalog would drag all of it along. */
  mapped(ref: PdfRef): PdfSource {
    const target = this.#from.resolve(ref);
    if (target === null) return 'null';
    if (target instanceof PdfDict) {
      const type = this.#from.resolve(target.get('Type'));
      if (isName(type, 'StructTreeRoot')) return this.#structure ? refSource(this.#structure.parent) : 'null';
      if (isName(type, 'Pages') || isName(type, 'Catalog')) return 'null';
    }
    return refSource(this.map(ref));
  }
}

function box(rectangle: Rectangle): string {
  return `[${rectangle.join(' ')}]`;
}
