import { type ActiveContent, findActiveContent } from './active-content.ts';
import { asBuffer, latin1 } from './characters.ts';
import { decodeStream, type InflateBudget } from './decode-stream.ts';
import { type IndirectObject, readIndirectObject } from './indirect-object.ts';
import { type InteractiveForm, readInteractiveForm } from './interactive-form.ts';
import { ObjectStream } from './object-stream.ts';
import { type Page, readPages } from './page-tree.ts';
import { PdfSyntaxError } from './pdf-syntax-error.ts';
import { isCount, isName, PdfDict, PdfRef, PdfStream, type PdfValue } from './pdf-values.ts';
import { DEFAULT_LIMITS, type ReaderLimits } from './reader-limits.ts';
import { readRevisions, type Revision } from './revision-chain.ts';
import type { XrefEntry } from './xref-section.ts';

/** How often every byte of a file may be parsed as part of an object, all in all. */
const MAX_PASSES = 4;
/** Small files need not be counted. */
const MIN_WORK_BYTES = 65_536;

/**
 * Opens a PDF strictly: what its cross-reference says is the only truth, nothing is searched for,
 * guessed or repaired. Objects are parsed when first asked for; use {@link StrictPdf.checkAllObjects}
 * to have every one of them parsed.
 *
 * The bytes are not copied and must not change while the result is in use.
 *
 * @throws PdfSyntaxError with a code and an offset, and nothing else, on any input
 */
export function readPdf(bytes: Uint8Array, limits: Partial<ReaderLimits> = {}): StrictPdf {
  return new StrictPdf(bytes, { ...DEFAULT_LIMITS, ...limits });
}

/** A PDF opened by {@link readPdf}. */
export class StrictPdf {
  readonly bytes: Uint8Array;
  readonly limits: ReaderLimits;
  /** Version of the header, such as `1.7`. */
  readonly headerVersion: string;
  /** Every saved state, oldest first. */
  readonly revisions: readonly Revision[];
  /** Trailer of the newest revision. */
  readonly trailer: PdfDict;
  /** True when the document is encrypted; nothing but the fields above can be read then. */
  readonly encrypted: boolean;
  /** One more than the highest object number in use. */
  readonly size: number;
  readonly #entries: Map<number, XrefEntry>;
  readonly #inflate: InflateBudget;
  readonly #objects = new Map<number, PdfValue>();
  readonly #objectStreams = new Map<number, ObjectStream>();
  readonly #inProgress = new Set<number>();
  #remainingWork: number;
  #pages: readonly Page[] | undefined;
  #form: InteractiveForm | undefined;
  #activeContent: ActiveContent | undefined;

  constructor(bytes: Uint8Array, limits: ReaderLimits) {
    const header = /^%PDF-(\d\.\d)[\r\n \t%]/.exec(latin1(bytes, 0, 9));
    if (!header) throw new PdfSyntaxError('not-a-pdf', 0, 'no PDF header at byte 0');
    this.bytes = asBuffer(bytes);
    this.limits = limits;
    this.headerVersion = header[1] as string;
    this.#remainingWork = bytes.length * MAX_PASSES + MIN_WORK_BYTES;
    this.#inflate = { remainingBytes: limits.maxInflatedBytes };
    const allowance = { limits, inflate: this.#inflate, remainingObjects: limits.maxObjects };
    this.revisions = readRevisions(this.bytes, allowance);
    this.trailer = (this.revisions.at(-1) as Revision).trailer;
    this.encrypted = this.trailer.has('Encrypt');
    this.#entries = new Map();
    let size = 0;
    for (const revision of this.revisions) {
      for (const [num, entry] of revision.entries) this.#entries.set(num, entry);
      size = Math.max(size, revision.trailer.get('Size') as number);
    }
    this.size = size;
    if (!(this.trailer.get('Root') instanceof PdfRef)) {
      throw new PdfSyntaxError('trailer-malformed', this.trailer.start, 'Root is not a reference');
    }
  }

  /** Offset after the last `%%EOF` and its end of line; what lies beyond is white space. */
  get end(): number {
    return (this.revisions.at(-1) as Revision).end;
  }

  /** The reference to the catalog. */
  get root(): PdfRef {
    return this.trailer.get('Root') as PdfRef;
  }

  get catalog(): PdfDict {
    const catalog = this.resolve(this.root);
    if (!(catalog instanceof PdfDict) || !isName(this.resolve(catalog.get('Type')), 'Catalog')) {
      throw new PdfSyntaxError('catalog-malformed', this.trailer.start, 'Root is not a catalog');
    }
    return catalog;
  }

  get pageCount(): number {
    return this.pages.length;
  }

  /** All pages in order, with inherited attributes filled in. */
  get pages(): readonly Page[] {
    this.#pages ??= readPages(this);
    return this.#pages;
  }

  /** The interactive form and its signature fields. */
  get form(): InteractiveForm {
    this.#form ??= readInteractiveForm(this);
    return this.#form;
  }

  get hasSignatures(): boolean {
    return this.form.signatures.length > 0;
  }

  /** What could run or fetch something when the file is opened. Parses every object. */
  get activeContent(): ActiveContent {
    this.#activeContent ??= findActiveContent(this);
    return this.#activeContent;
  }

  /** Object numbers in use, in no particular order. */
  *objectNumbers(): Generator<number> {
    for (const [num, entry] of this.#entries) if (entry.kind !== 'free') yield num;
  }

  entryOf(num: number): XrefEntry | undefined {
    return this.#entries.get(num);
  }

  /** Parses every object in use, so that a file that passes has no broken object anywhere. */
  checkAllObjects(): void {
    for (const num of this.objectNumbers()) this.object(num);
  }

  /** Follows a reference to its value; a missing or freed object is null (ISO 32000-2, 7.3.10). */
  resolve(value: PdfValue | undefined): PdfValue {
    let current = value ?? null;
    for (let hops = 0; current instanceof PdfRef; hops += 1) {
      if (hops > 16) throw new PdfSyntaxError('reference-loop', 0, 'references lead to references');
      const entry = this.#entries.get(current.num);
      const gen = entry?.kind === 'offset' ? entry.gen : 0;
      current = entry === undefined || gen !== current.gen ? null : this.object(current.num);
    }
    return current;
  }

  /** The value of object `num`, null when it is not in use. */
  object(num: number): PdfValue {
    const known = this.#objects.get(num);
    if (known !== undefined) return known;
    const entry = this.#entries.get(num);
    if (entry === undefined || entry.kind === 'free') return null;
    if (this.encrypted) throw new PdfSyntaxError('encrypted', 0, 'the document is encrypted');
    if (this.#inProgress.has(num))
      throw new PdfSyntaxError('reference-loop', 0, `object ${num} needs itself`);
    if (this.#inProgress.size > this.limits.maxDepth) {
      throw new PdfSyntaxError('limit-depth', 0, `object ${num} needs too many others to be read`);
    }
    this.#inProgress.add(num);
    try {
      const value =
        entry.kind === 'offset'
          ? this.#objectAt(num, entry.gen, entry.offset)
          : this.#objectStream(entry.container).member(entry.index, num);
      this.#objects.set(num, value);
      return value;
    } finally {
      this.#inProgress.delete(num);
    }
  }

  /** Extent in the file of an object that is not in an object stream. */
  extentOf(num: number): { readonly start: number; readonly end: number } | undefined {
    const entry = this.#entries.get(num);
    return entry?.kind === 'offset' ? this.#parseAt(entry.offset) : undefined;
  }

  /** The decoded data of a stream. */
  decode(stream: PdfStream): Uint8Array {
    return decodeStream(stream, (value) => this.resolve(value), this.#inflate, stream.dict.start);
  }

  /** The object stream with number `num`. */
  objectStream(num: number): ObjectStream {
    return this.#objectStream(num);
  }

  #objectAt(num: number, gen: number, offset: number): PdfValue {
    const object = this.#parseAt(offset);
    if (object.num !== num || object.gen !== gen) {
      throw new PdfSyntaxError(
        'object-mismatch',
        offset,
        `object ${object.num} ${object.gen} instead of ${num} ${gen}`,
      );
    }
    return object.value;
  }

  /**
   * Objects that do not overlap are parsed in one pass over the file. Objects hidden in the strings of
   * others could make it as many passes as there are objects.
   */
  #parseAt(offset: number): IndirectObject {
    const object = readIndirectObject(this.bytes, offset, this.limits.maxDepth, (value) =>
      this.resolve(value),
    );
    const dataBytes = object.value instanceof PdfStream ? object.value.data.length : 0;
    this.#remainingWork -= object.end - object.start - dataBytes;
    if (this.#remainingWork < 0) throw new PdfSyntaxError('limit-work', offset, 'objects overlap');
    return object;
  }

  #objectStream(num: number): ObjectStream {
    const known = this.#objectStreams.get(num);
    if (known) return known;
    const entry = this.#entries.get(num);
    const stream = entry?.kind === 'offset' ? this.object(num) : null;
    if (!(stream instanceof PdfStream) || !isCount(stream.dict.get('N'))) {
      throw new PdfSyntaxError('object-stream-malformed', 0, `object ${num} is not an object stream`);
    }
    const { maxDepth, maxObjects } = this.limits;
    const opened = new ObjectStream(stream, this.decode(stream), maxDepth, maxObjects);
    this.#objectStreams.set(num, opened);
    return opened;
  }
}
