import { type PdfSource, readPdf, type StrictPdf } from '@lacre/pades';
import { PdfDict, type PdfRef, PdfStream } from '@lacre/pades/pdf';
import { editedDict, source } from '@lacre/pades/write';

type Entry =
  | { readonly offset: number; readonly gen: number }
  | { readonly free: true; readonly gen: number }
  | { readonly container: number; readonly index: number };

/**
 * An incremental update written by hand onto a file, with no care for the rules: any part may be left
 * out, wrong, or somewhere else.
 */
export class RawUpdate {
  readonly pdf: StrictPdf;
  readonly #parts: Buffer[];
  readonly #entries = new Map<number, Entry>();
  #length: number;
  #size: number;

  constructor(file: Uint8Array, state: Uint8Array = file) {
    this.pdf = readPdf(state);
    this.#parts = [Buffer.from(file)];
    this.#length = file.length;
    this.#size = this.pdf.size;
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  get size(): number {
    return this.#size;
  }

  /** Offset of the newest section before this update. */
  get previous(): number {
    return this.pdf.revisions.at(-1)?.startxref ?? 0;
  }

  /** An unused object number. */
  fresh(): number {
    this.#size += 1;
    return this.#size - 1;
  }

  raw(part: PdfSource): this {
    const bytes = source(part);
    this.#parts.push(bytes);
    this.#length += bytes.length;
    return this;
  }

  /** An object, listed in the cross-reference to come unless `unlisted`. */
  object(
    num: number,
    body: PdfSource,
    options: { readonly gen?: number; readonly unlisted?: boolean } = {},
  ): this {
    const { gen = 0, unlisted = false } = options;
    if (!unlisted) this.#entries.set(num, { offset: this.#length, gen });
    this.#size = Math.max(this.#size, num + 1);
    return this.raw(source(`${num} ${gen} obj\n`, body, '\nendobj\n'));
  }

  stream(num: number, data: PdfSource, keys = ''): this {
    const body = source(data);
    return this.object(num, source(`<< /Length ${body.length} ${keys} >>\nstream\n`, body, '\nendstream'));
  }

  /** The object as it was, with other values under some keys. */
  edit(ref: PdfRef, keys: Readonly<Record<string, string | undefined>>): this {
    const value = this.pdf.object(ref.num);
    const edits = new Map(Object.entries(keys));
    if (value instanceof PdfDict) return this.object(ref.num, editedDict(value, edits), { gen: ref.gen });
    if (!(value instanceof PdfStream)) throw new Error(`object ${ref.num} has no keys`);
    const body = source(editedDict(value.dict, edits), '\nstream\n', value.data, '\nendstream');
    return this.object(ref.num, body, { gen: ref.gen });
  }

  list(num: number, entry: Entry): this {
    this.#entries.set(num, entry);
    this.#size = Math.max(this.#size, num + 1);
    return this;
  }

  /** A cross-reference table with its trailer, without the end. */
  table(trailer: Readonly<Record<string, string | undefined>> = {}): number {
    const start = this.#length;
    this.raw('xref\n');
    if (this.#entries.size === 0) this.raw('0 0\n');
    for (const [num, entry] of [...this.#entries].toSorted(([a], [b]) => a - b)) {
      const offset = 'offset' in entry ? entry.offset : 0;
      const gen = 'container' in entry ? 0 : entry.gen;
      const kind = 'free' in entry ? 'f' : 'n';
      this.raw(`${num} 1\n${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} ${kind} \n`);
    }
    const keys: Readonly<Record<string, string | undefined>> = {
      Size: String(this.#size),
      Root: `${this.pdf.root.num} ${this.pdf.root.gen} R`,
      ...this.#carried(),
      Prev: String(this.previous),
      ...trailer,
    };
    this.raw(`trailer\n<< ${dictText(keys)} >>\n`);
    return start;
  }

  /** A cross-reference stream, without the end. */
  crossReferenceStream(keys: Readonly<Record<string, string | undefined>> = {}): number {
    const self = this.fresh();
    const start = this.#length;
    this.#entries.set(self, { offset: start, gen: 0 });
    const sorted = [...this.#entries].toSorted(([a], [b]) => a - b);
    const data = Buffer.concat(sorted.map(([, entry]) => streamEntry(entry)));
    const all: Readonly<Record<string, string | undefined>> = {
      Type: '/XRef',
      Size: String(this.#size),
      Root: `${this.pdf.root.num} ${this.pdf.root.gen} R`,
      ...this.#carried(),
      Prev: String(this.previous),
      W: '[1 4 2]',
      Index: `[${sorted.map(([num]) => `${num} 1`).join(' ')}]`,
      Length: String(data.length),
      ...keys,
    };
    this.raw(source(`${self} 0 obj\n<< ${dictText(all)} >>\nstream\n`, data, '\nendstream\nendobj\n'));
    return start;
  }

  /** The cross-reference in the kind that the file has, and the end. */
  finish(trailer: Readonly<Record<string, string | undefined>> = {}): Buffer {
    const start =
      this.pdf.revisions.at(-1)?.kind === 'stream' ? this.crossReferenceStream(trailer) : this.table(trailer);
    return this.end(start);
  }

  end(startxref: number): Buffer {
    return this.raw(`startxref\n${startxref}\n%%EOF\n`).bytes;
  }

  /** Info and ID go on from revision to revision. */
  #carried(): Record<string, string> {
    const { trailer } = this.pdf;
    const carried: Record<string, string> = {};
    for (const key of ['Info', 'ID']) {
      const raw = trailer.rawValue(key);
      if (raw) carried[key] = Buffer.from(raw).toString('latin1');
    }
    return carried;
  }
}

function dictText(keys: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(keys)
    .flatMap(([key, value]) => (value === undefined ? [] : `/${key} ${value}`))
    .join(' ');
}

function streamEntry(entry: Entry): Buffer {
  const data = Buffer.alloc(7);
  if ('container' in entry) {
    data.writeUInt8(2, 0);
    data.writeUInt32BE(entry.container, 1);
    data.writeUInt16BE(entry.index, 5);
  } else if ('offset' in entry) {
    data.writeUInt8(1, 0);
    data.writeUInt32BE(entry.offset, 1);
    data.writeUInt16BE(entry.gen, 5);
  } else data.writeUInt16BE(entry.gen, 5);
  return data;
}
