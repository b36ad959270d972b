import { type ActiveContent, findActiveContent } from './document/active-content.ts';
import { type InteractiveForm, readInteractiveForm } from './document/interactive-form.ts';
import { type Page, readPages } from './document/page-tree.ts';
import { ParsedFile } from './parsed-file.ts';
import type { PdfReader } from './pdf-reader.ts';
import { checkFreed, checkReferences, hasReferences } from './references.ts';
import type { Revision } from './revision.ts';
import { checkLayout } from './syntax/byte-layout.ts';
import { asBuffer, isWhiteSpace, latin1 } from './syntax/characters.ts';
import { type DecodeRules, decodeStream } from './syntax/decode-stream.ts';
import type { IndirectObject } from './syntax/indirect-object.ts';
import { ObjectStream } from './syntax/object-stream.ts';
import { PdfSyntaxError } from './syntax/pdf-syntax-error.ts';
import { countIn, isName, PdfDict, PdfRef, PdfStream, type PdfValue } from './syntax/pdf-values.ts';
import { DEFAULT_LIMITS, type ReaderLimits } from './syntax/reader-limits.ts';
import type { XrefEntry } from './syntax/xref-section.ts';

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
  const header = /^%PDF-(?:\d\.\d)[\r\n \t%]/.test(latin1(bytes, 0, 9));
  if (!header) throw new PdfSyntaxError('not-a-pdf', 0, 'no PDF header at byte 0');
  const file = new ParsedFile(asBuffer(bytes), { ...DEFAULT_LIMITS, ...limits });
  return new StrictPdf(file, file.revisions.length - 1);
}

/** A PDF opened by {@link readPdf}, in the state that one of its revisions left it in, with what a document is made of. */
export class StrictPdf implements PdfReader {
  readonly bytes: Uint8Array;
  readonly limits: ReaderLimits;
  /** Version of the header, such as `1.7`. */
  readonly headerVersion: string;
  readonly revisions: readonly Revision[];
  readonly trailer: PdfDict;
  /** True when the document is encrypted; nothing but the fields above can be read then. */
  readonly encrypted: boolean;
  readonly size: number;
  readonly #file: ParsedFile;
  readonly #last: number;
  readonly #objectStreams = new Map<number, ObjectStream>();
  readonly #inProgress = new Set<number>();
  readonly #resolve = (value: PdfValue | undefined): PdfValue => this.resolve(value);
  /** Offsets of cross-reference streams, by number. */
  #sections: Map<number, number[]> | undefined;
  #pages: readonly Page[] | undefined;
  #form: InteractiveForm | undefined;
  #activeContent: ActiveContent | undefined;

  constructor(file: ParsedFile, last: number) {
    this.#file = file;
    this.#last = last;
    this.bytes = file.bytes;
    this.limits = file.limits;
    this.headerVersion = latin1(file.bytes, 5, 8);
    this.revisions = file.revisions.slice(0, last + 1);
    this.trailer = (this.revisions.at(-1) as Revision).trailer;
    this.encrypted = this.trailer.has('Encrypt');
    this.size = Math.max(...this.revisions.map(({ trailer }) => trailer.get('Size') as number));
    if (!(this.trailer.get('Root') instanceof PdfRef)) {
      throw new PdfSyntaxError('trailer-malformed', this.trailer.start, 'Root is not a reference');
    }
  }

  at(revision: number): StrictPdf {
    return revision === this.#last ? this : new StrictPdf(this.#file, revision);
  }

  get end(): number {
    return (this.revisions.at(-1) as Revision).end;
  }

  /** White space after {@link end}: to the end of the file, or to what a later revision begins with. */
  get tail(): Uint8Array {
    let end = this.end;
    while (isWhiteSpace(this.bytes[end])) end += 1;
    return this.bytes.subarray(this.end, end);
  }

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
    this.#activeContent ??= findActiveContent(this, this.form);
    return this.#activeContent;
  }

  *objectNumbers(): Generator<number> {
    for (const num of this.#file.numbers(this.#last)) {
      const entry = this.entryOf(num);
      if (entry && entry.kind !== 'free') yield num;
    }
  }

  entryOf(num: number, revision = this.#last): XrefEntry | undefined {
    return this.#file.entryOf(num, Math.min(revision, this.#last));
  }

  isSection(num: number): boolean {
    if (!this.#sections) {
      this.#sections = new Map();
      for (const { streamObject, offset } of this.revisions.flatMap(({ sections }) => sections)) {
        if (streamObject === undefined) continue;
        this.#sections.set(streamObject, [...(this.#sections.get(streamObject) ?? []), offset]);
      }
    }
    const offsets = this.#sections.get(num);
    const entry = offsets && this.entryOf(num);
    if (!offsets || entry?.kind === 'compressed') return false;
    return entry?.kind === 'offset' ? offsets.includes(entry.offset) : true;
  }

  /**
   * Parses every object in use, and looks for what would be one document to this reader and another
   * one to others: a file that passes is broken nowhere and reads one way only.
   */
  checkAllObjects(): void {
    const containers: number[] = [];
    checkReferences(this, this.trailer);
    for (const num of this.objectNumbers()) {
      const value = this.object(num);
      checkReferences(this, value);
      // As a reader does that comes to this object from a reference to it.
      if (value instanceof PdfRef) this.resolve(new PdfRef(num, this.#generationOf(num)));
      if (!(value instanceof PdfStream)) continue;
      this.#checkLength(value);
      if (isName(value.dict.get('Type'), 'ObjStm')) containers.push(num);
    }
    checkLayout(this, containers);
    checkFreed(this);
    readPages(this);
    readInteractiveForm(this);
  }

  /** A length that is an object of its own must be written as one that is not, see {@link countIn}. */
  #checkLength({ dict, data }: PdfStream): void {
    const length = dict.get('Length');
    if (!(length instanceof PdfRef) || latin1(this.sourceOf(length.num)) === String(data.length)) return;
    throw new PdfSyntaxError('stream-malformed', dict.start, 'Length is not written as a whole number');
  }

  resolve(value: PdfValue | undefined): PdfValue {
    let current = value ?? null;
    for (let hops = 0; current instanceof PdfRef; hops += 1) {
      if (hops > 16) throw new PdfSyntaxError('reference-loop', 0, 'references lead to references');
      const entry = this.entryOf(current.num);
      const isKnown = entry !== undefined && this.#generationOf(current.num) === current.gen;
      current = isKnown ? this.object(current.num) : null;
    }
    return current;
  }

  #generationOf(num: number): number {
    const entry = this.entryOf(num);
    return entry?.kind === 'offset' ? entry.gen : 0;
  }

  object(num: number): PdfValue {
    const entry = this.entryOf(num);
    if (entry === undefined || entry.kind === 'free') return null;
    if (this.encrypted) throw new PdfSyntaxError('encrypted', 0, 'the document is encrypted');
    if (entry.kind === 'offset') {
      const known = this.#file.known(entry.offset, this.#resolve);
      if (known) return checkIdentity(known, num, entry.gen).value;
    }
    if (this.#inProgress.has(num))
      throw new PdfSyntaxError('reference-loop', 0, `object ${num} needs itself`);
    if (this.#inProgress.size > this.limits.maxDepth) {
      throw new PdfSyntaxError('limit-depth', 0, `object ${num} needs too many others to be read`);
    }
    this.#inProgress.add(num);
    try {
      return entry.kind === 'offset'
        ? this.#objectAt(num, entry.gen, entry.offset).value
        : this.#objectStream(entry.container).member(entry.index, num);
    } finally {
      this.#inProgress.delete(num);
    }
  }

  sourceOf(num: number): Uint8Array {
    const entry = this.entryOf(num);
    if (entry?.kind === 'compressed') return this.#objectStream(entry.container).sourceOf(entry.index, num);
    const object = this.indirectObject(num);
    return object ? this.bytes.subarray(object.valueStart, object.valueEnd) : new Uint8Array();
  }

  indirectObject(num: number): IndirectObject | undefined {
    const entry = this.entryOf(num);
    return entry?.kind === 'offset' ? this.#objectAt(num, entry.gen, entry.offset) : undefined;
  }

  decode(stream: PdfStream, rules?: DecodeRules): Uint8Array {
    return decodeStream(stream, this.#resolve, this.#file.inflate, stream.dict.start, rules);
  }

  objectStream(num: number): ObjectStream {
    return this.#objectStream(num);
  }

  #objectAt(num: number, gen: number, offset: number): IndirectObject {
    return checkIdentity(this.#file.objectAt(offset, this.#resolve), num, gen);
  }

  #objectStream(num: number): ObjectStream {
    const known = this.#objectStreams.get(num);
    if (known) return known;
    const entry = this.entryOf(num);
    const stream = entry?.kind === 'offset' ? this.object(num) : null;
    if (
      entry?.kind !== 'offset' ||
      !(stream instanceof PdfStream) ||
      countIn(stream.dict, 'N') === undefined
    ) {
      throw new PdfSyntaxError('object-stream-malformed', 0, `object ${num} is not an object stream`);
    }
    const opened = this.#file.objectStreams.get(entry.offset) ?? this.#openObjectStream(stream);
    if (!hasReferences(stream.dict)) this.#file.objectStreams.set(entry.offset, opened);
    this.#objectStreams.set(num, opened);
    return opened;
  }

  #openObjectStream(stream: PdfStream): ObjectStream {
    const { maxDepth, maxObjects } = this.limits;
    return new ObjectStream(stream, this.decode(stream), maxDepth, maxObjects);
  }
}

function checkIdentity(object: IndirectObject, num: number, gen: number): IndirectObject {
  if (object.num === num && object.gen === gen) return object;
  const found = `object ${object.num} ${object.gen} instead of ${num} ${gen}`;
  throw new PdfSyntaxError('object-mismatch', object.start, found);
}
