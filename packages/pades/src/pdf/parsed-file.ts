import { readRevisions } from './revision-chain.ts';
import type { Revision } from './revision.ts';
import type { InflateBudget } from './syntax/decode-stream.ts';
import { type IndirectObject, readIndirectObject } from './syntax/indirect-object.ts';
import type { ObjectStream } from './syntax/object-stream.ts';
import { PdfSyntaxError } from './syntax/pdf-syntax-error.ts';
import { PdfRef, PdfStream, type PdfValue } from './syntax/pdf-values.ts';
import type { ReaderLimits } from './syntax/reader-limits.ts';
import type { XrefEntry } from './syntax/xref-section.ts';

/** How often every byte of a file may be parsed as part of an object, all in all. */
const MAX_PASSES = 4;
/** Small files need not be counted. */
const MIN_WORK_BYTES = 65_536;

/** Files of more revisions than this get an index of what each revision says of an object. */
const MAX_UNINDEXED = 16;

/** What one revision says of an object. */
interface Listing {
  readonly revision: number;
  readonly entry: XrefEntry;
}

/**
 * What all states of one file share: its bytes, its revisions, the history of every object number,
 * what has been parsed already, and what may still be spent on parsing.
 */
export class ParsedFile {
  readonly bytes: Buffer;
  readonly limits: ReaderLimits;
  readonly revisions: readonly Revision[];
  readonly inflate: InflateBudget;
  /** Opened object streams by the offset they stand at, for those whose extent no other object sets. */
  readonly objectStreams = new Map<number, ObjectStream>();
  readonly #history = new Map<number, Listing[]>();
  readonly #parsed = new Map<number, IndirectObject>();
  #remainingWork: number;

  constructor(bytes: Buffer, limits: ReaderLimits) {
    this.bytes = bytes;
    this.limits = limits;
    this.#remainingWork = bytes.length * MAX_PASSES + MIN_WORK_BYTES;
    this.inflate = { remainingBytes: limits.maxInflatedBytes };
    const allowance = { limits, inflate: this.inflate, remainingObjects: limits.maxObjects };
    this.revisions = readRevisions(bytes, allowance);
    if (this.revisions.length <= MAX_UNINDEXED) return;
    for (const { index, entries } of this.revisions) {
      for (const [num, entry] of entries) {
        const listings = this.#history.get(num);
        if (listings) listings.push({ revision: index, entry });
        else this.#history.set(num, [{ revision: index, entry }]);
      }
    }
  }

  /** All numbers that any revision up to the given one lists. */
  *numbers(revision: number): Generator<number> {
    if (this.revisions.length > MAX_UNINDEXED) {
      yield* this.#history.keys();
      return;
    }
    for (let index = revision; index >= 0; index -= 1) {
      for (const num of (this.revisions[index] as Revision).entries.keys()) {
        if (index === revision || !this.#isListed(num, index + 1, revision)) yield num;
      }
    }
  }

  #isListed(num: number, from: number, to: number): boolean {
    for (let index = from; index <= to; index += 1) if (this.revisions[index]?.entries.has(num)) return true;
    return false;
  }

  /** Where object `num` is in the state that `revision` left. */
  entryOf(num: number, revision: number): XrefEntry | undefined {
    if (this.revisions.length > MAX_UNINDEXED) return this.#indexed(num, revision);
    for (let index = revision; index >= 0; index -= 1) {
      const entry = (this.revisions[index] as Revision).entries.get(num);
      if (entry) return entry;
    }
    return undefined;
  }

  #indexed(num: number, revision: number): XrefEntry | undefined {
    const listings = this.#history.get(num);
    if (!listings) return undefined;
    let low = 0;
    let high = listings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((listings[middle] as Listing).revision <= revision) low = middle + 1;
      else high = middle;
    }
    return listings[low - 1]?.entry;
  }

  /** The object that starts at `offset` when it has been parsed, and has the extent it had then. */
  known(offset: number, resolve: (value: PdfValue | undefined) => PdfValue): IndirectObject | undefined {
    const known = this.#parsed.get(offset);
    return known && hasLength(known.value, resolve) ? known : undefined;
  }

  /**
   * The object that starts at `offset`. It is parsed once, unless it is a stream whose Length is an
   * object of its own that changed from state to state.
   *
   * Objects that do not overlap are parsed in one pass over the file. Objects hidden in the strings of
   * others could make it as many passes as there are objects, so there is an end to it.
   */
  objectAt(offset: number, resolve: (value: PdfValue | undefined) => PdfValue): IndirectObject {
    const known = this.known(offset, resolve);
    if (known) return known;
    const object = readIndirectObject(this.bytes, offset, this.limits.maxDepth, resolve);
    const dataBytes = object.value instanceof PdfStream ? object.value.data.length : 0;
    this.#remainingWork -= object.end - object.start - dataBytes;
    if (this.#remainingWork < 0) throw new PdfSyntaxError('limit-work', offset, 'objects overlap');
    this.#parsed.set(offset, object);
    return object;
  }
}

/** Whether a stream has the length that the state in question gives it. */
function hasLength(value: PdfValue, resolve: (value: PdfValue | undefined) => PdfValue): boolean {
  if (!(value instanceof PdfStream)) return true;
  const length = value.dict.get('Length');
  return !(length instanceof PdfRef) || resolve(length) === value.data.length;
}
