import type { Page, Rectangle } from '../pdf/page-tree.ts';
import { pageTreeRoot } from '../pdf/page-tree.ts';
import { isName, PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/pdf-values.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import {
  dictSource,
  editedDict,
  extendedArray,
  type PdfSource,
  refSource,
  streamSource,
  valueSource,
} from './pdf-source.ts';
import type { RevisionWriter } from './revision-writer.ts';

/**
 * Puts all pages of `imported` after the last page of `pdf`, in the revision being written: copies
 * each object the pages lead to, under a new number, and extends the root of the page tree. Stream
 * data is copied still encoded.
 *
 * @param firstPageAnnotations annotations to add to the first imported page
 * @returns the pages' new references
 */
export function appendPages(
  pdf: StrictPdf,
  imported: StrictPdf,
  writer: RevisionWriter,
  firstPageAnnotations: readonly PdfRef[] = [],
): PdfRef[] {
  const root = pageTreeRoot(pdf);
  const copier = new ObjectCopier(imported, writer);
  const refs = imported.pages.map((page) => copier.map(page.ref));
  for (const [index, page] of imported.pages.entries()) {
    const annotations = index === 0 ? firstPageAnnotations : [];
    writer.write(refs[index] as PdfRef, copier.pageSource(page, root.ref, annotations));
  }
  copier.copyPending();
  const kids = pdf.resolve(root.dict.get('Kids')) as PdfArray;
  writer.write(
    root.ref,
    editedDict(
      root.dict,
      new Map<string, PdfSource>([
        ['Kids', extendedArray(kids, refs.map(refSource))],
        ['Count', String(pdf.pageCount + refs.length)],
      ]),
    ),
  );
  return refs;
}

/** Page keys that tie a page to the tree, threads and structure of the document it leaves. */
const LEFT_BEHIND = ['StructParents', 'B', 'Tabs'];

class ObjectCopier {
  readonly #from: StrictPdf;
  readonly #writer: RevisionWriter;
  readonly #numbers = new Map<number, PdfRef>();
  readonly #pending: number[] = [];
  readonly #pages: ReadonlySet<number>;

  constructor(from: StrictPdf, writer: RevisionWriter) {
    this.#from = from;
    this.#writer = writer;
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
    const edits = new Map<string, PdfSource | undefined>([
      ['Parent', refSource(parent)],
      ['MediaBox', box(page.mediaBox)],
      ['CropBox', box(page.cropBox)],
      ['Rotate', String(page.rotate)],
      ['Resources', page.resources === undefined ? '<<>>' : this.#value(page.resources)],
    ]);
    for (const key of LEFT_BEHIND) edits.set(key, undefined);
    const existing = this.#from.resolve(page.dict.get('Annots'));
    if (annotations.length > 0) {
      const kept = existing instanceof PdfArray ? existing.items.map((item) => this.#value(item)) : [];
      edits.set('Annots', extendedArray(undefined, [...kept, ...annotations.map(refSource)]));
    }
    return dictSource(page.dict, (ref) => this.#mapped(ref), edits);
  }

  copyPending(): void {
    for (let num = this.#pending.pop(); num !== undefined; num = this.#pending.pop()) {
      const value = this.#from.object(num);
      const mapRef = (ref: PdfRef): PdfSource => this.#mapped(ref);
      const body = value instanceof PdfStream ? streamSource(value, mapRef) : this.#value(value);
      this.#writer.write(this.#numbers.get(num) as PdfRef, body);
    }
  }

  #value(value: PdfValue): PdfSource {
    return valueSource(value, (ref) => this.#mapped(ref));
  }

  /** A way back to the other document's tree or catalog would drag all of it along. */
  #mapped(ref: PdfRef): PdfSource {
    const target = this.#from.resolve(ref);
    if (target === null) return 'null';
    if (target instanceof PdfDict) {
      const type = this.#from.resolve(target.get('Type'));
      if (isName(type, 'Pages') || isName(type, 'Catalog') || isName(type, 'StructTreeRoot')) return 'null';
    }
    return refSource(this.map(ref));
  }
}

function box(rectangle: Rectangle): string {
  return `[${rectangle.join(' ')}]`;
}
