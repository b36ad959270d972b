import { createHash } from 'node:crypto';

import { danglingReferences } from '../pdf/references.ts';
import type { Revision } from '../pdf/revision.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import { PdfArray, PdfRef, type PdfDict } from '../pdf/syntax/pdf-values.ts';
import { MAX_OBJECT_NUMBER } from '../pdf/syntax/reader-limits.ts';
import { editedDict, type PdfSource, source } from './pdf-source.ts';

interface WrittenObject {
  readonly gen: number;
  readonly offset: number;
  readonly body: PdfSource;
  readonly bodyOffset: number;
}

/** Keys of a cross-reference stream that describe that stream and no other (ISO 32000-2, Table 17). */
const STREAM_KEYS = [
  'Length',
  'Filter',
  'DecodeParms',
  'F',
  'FFilter',
  'FDecodeParms',
  'DL',
  'W',
  'Index',
  'Type',
];

/**
 * Collects the objects of one incremental update (ISO 32000-2, 7.5.6) and writes them as bytes to put
 * after the file, which is never copied or touched. The cross-reference is of the kind that the
 * file's newest section has, as 7.5.8.4 wants.
 */
export class RevisionWriter {
  readonly #pdf: StrictPdf;
  readonly #previous: Revision;
  readonly #parts: PdfSource[] = [];
  readonly #written = new Map<number, WrittenObject>();
  #length = 0;
  /** Numbers that the document refers to without having them; no new object takes one. */
  readonly danglingNumbers: ReadonlySet<number>;
  #size: number;

  /**
   * @param danglingNumbers what `danglingReferences` found of the document; without it all its objects
   * are looked at
   * @throws PdfSyntaxError when any object looked at is malformed
   */
  constructor(pdf: StrictPdf, danglingNumbers: ReadonlySet<number> = danglingReferences(pdf)) {
    this.#pdf = pdf;
    this.danglingNumbers = danglingNumbers;
    this.#previous = pdf.revisions.at(-1) as Revision;
    this.#size = pdf.size;
    const lastByte = pdf.bytes.at(-1);
    if (lastByte !== 0x0a && lastByte !== 0x0d) this.#push('\n');
  }

  /**
   * Takes a number for a new object, to be written later. A number that the document refers to
   * without having it is passed over: our object would show up where nothing was meant to be.
   *
   * @throws PdfSyntaxError `limit-objects` when none is left
   */
  reserve(): PdfRef {
    while (this.danglingNumbers.has(this.#size)) this.#size += 1;
    if (this.#size > MAX_OBJECT_NUMBER) {
      throw new PdfSyntaxError('limit-objects', 0, 'the file says it has used up all object numbers');
    }
    const ref = new PdfRef(this.#size, 0);
    this.#size += 1;
    return ref;
  }

  /** Numbers of the document's own objects that are written again. */
  get rewritten(): number[] {
    return [...this.#written.keys()].filter((num) => {
      const entry = this.#pdf.entryOf(num);
      return entry !== undefined && entry.kind !== 'free';
    });
  }

  /** Writes a new object. */
  add(body: PdfSource): PdfRef {
    const ref = this.reserve();
    this.write(ref, body);
    return ref;
  }

  /**
   * Writes an object under its number.
   *
   * @throws PdfSyntaxError `role-conflict` when the number was written before as something else
   * @returns offset of the body's first byte, counted from the end of the original file
   */
  write(ref: PdfRef, body: PdfSource): number {
    const earlier = this.#written.get(ref.num);
    if (earlier) return this.#sameAgain(ref, earlier, body);
    const offset = this.#pdf.bytes.length + this.#length;
    this.#push(`${ref.num} ${ref.gen} obj\n`);
    const bodyOffset = this.#length;
    this.#push(body);
    this.#push('\nendobj\n');
    this.#written.set(ref.num, { gen: ref.gen, offset, body, bodyOffset });
    return bodyOffset;
  }

  /**
   * One array may be Annots of a page and Fields of the form; it then grows by the same reference for
   * both. An object that would have to become two different things is a mistake.
   */
  #sameAgain(ref: PdfRef, earlier: WrittenObject, body: PdfSource): number {
    if (Buffer.compare(source(earlier.body), source(body)) === 0) return earlier.bodyOffset;
    throw new PdfSyntaxError('role-conflict', 0, `object ${ref.num} serves as two different things`);
  }

  /**
   * Ends the revision.
   *
   * @param identity what the second element of the file's ID is derived from
   * @returns the bytes that follow the original file
   * @throws PdfSyntaxError `limit-revisions`, `limit-objects` when the file with them would be over the
   * limits that it was read by
   */
  finish(identity: Uint8Array): Buffer {
    this.#checkRoom();
    const edits = this.#trailerEdits(identity);
    const startxref = this.#pdf.bytes.length + this.#length;
    if (this.#previous.kind === 'table') this.#writeTable(edits);
    else this.#writeStream(edits, startxref);
    this.#push(`startxref\n${startxref}\n%%EOF\n`);
    return source(...this.#parts);
  }

  /** What was written must be read again: by the next step, and by validators. */
  #checkRoom(): void {
    const { revisions, limits } = this.#pdf;
    const sections = revisions.flatMap((revision) => revision.sections);
    if (sections.length >= limits.maxSections) {
      throw new PdfSyntaxError('limit-revisions', 0, `no more than ${limits.maxSections} sections are read`);
    }
    const listed = sections.reduce((sum, { entries }) => sum + entries.size, 0);
    // One more for a cross-reference stream itself.
    if (listed + this.#written.size + 1 > limits.maxObjects) {
      throw new PdfSyntaxError('limit-objects', 0, `no more than ${limits.maxObjects} entries are read`);
    }
  }

  #push(part: PdfSource): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  #trailerEdits(identity: Uint8Array): Map<string, PdfSource | undefined> {
    const changing = createHash('sha256').update(identity).digest('hex').slice(0, 32);
    return new Map<string, PdfSource | undefined>([
      ['Size', String(this.#size)],
      ['Prev', String(this.#previous.startxref)],
      ['XRefStm', undefined],
      ['ID', source('[', permanentId(this.#pdf, changing), ` <${changing}> ]`)],
    ]);
  }

  #writeTable(edits: Map<string, PdfSource | undefined>): void {
    this.#push('xref\n');
    for (const run of this.#runs()) {
      this.#push(`${run[0]?.[0]} ${run.length}\n`);
      for (const [, { offset, gen }] of run) {
        this.#push(`${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} n \n`);
      }
    }
    this.#push('trailer\n');
    this.#push(editedDict(this.#trailer, edits));
    this.#push('\n');
  }

  #writeStream(edits: Map<string, PdfSource | undefined>, startxref: number): void {
    const self = this.reserve();
    this.#written.set(self.num, { gen: 0, offset: startxref, body: '', bodyOffset: this.#length });
    const runs = this.#runs();
    const data = Buffer.alloc(this.#written.size * 7);
    let at = 0;
    for (const [, { offset, gen }] of runs.flat()) {
      data.writeUInt8(1, at);
      data.writeUInt32BE(offset, at + 1);
      data.writeUInt16BE(gen, at + 5);
      at += 7;
    }
    for (const key of STREAM_KEYS) edits.set(key, undefined);
    edits.set('Type', '/XRef');
    edits.set('Size', String(this.#size));
    edits.set('W', '[1 4 2]');
    edits.set('Index', `[${runs.map((run) => `${run[0]?.[0]} ${run.length}`).join(' ')}]`);
    edits.set('Length', String(data.length));
    this.#push(`${self.num} 0 obj\n`);
    this.#push(editedDict(this.#trailer, edits));
    this.#push('\nstream\n');
    this.#push(data);
    this.#push('\nendstream\nendobj\n');
  }

  get #trailer(): PdfDict {
    return this.#previous.trailer;
  }

  /** Written objects in order of number, in runs without a gap. */
  #runs(): [number, WrittenObject][][] {
    const runs: [number, WrittenObject][][] = [];
    for (const entry of [...this.#written].toSorted(([a], [b]) => a - b)) {
      const run = runs.at(-1);
      if (run?.at(-1)?.[0] === entry[0] - 1) run.push(entry);
      else runs.push([entry]);
    }
    return runs;
  }
}

/** 14.4: the first element stays what it was when the file was first written. */
function permanentId(pdf: StrictPdf, otherwise: string): PdfSource {
  const id = pdf.resolve(pdf.trailer.get('ID'));
  const first = id instanceof PdfArray ? pdf.resolve(id.items[0]) : null;
  const bytes = first !== null && typeof first === 'object' && 'bytes' in first ? first.bytes : undefined;
  return `<${bytes && bytes.length > 0 ? Buffer.from(bytes).toString('hex') : otherwise}>`;
}
