import type { PdfReader } from './pdf-reader.ts';
import { eachReference } from './references.ts';
import { isName, PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from './syntax/pdf-values.ts';

/** `from` of what the trailer refers to; object 0 is always free. */
const TRAILER = 0;

/** Where a reference stands. */
export interface ReferencePlace {
  /** Number of the object that refers, or {@link TRAILER}. */
  readonly from: number;
  /** Keys, and indexes in arrays, from the outside in; empty when the object is nothing but the reference. */
  readonly path: readonly (string | number)[];
}

/** Numbers up to here have their place in an array; a file may claim millions and have none of them. */
const MAX_INDEXED = 1 << 20;
/** Larger objects are looked through once for all that they refer to. */
const LARGE_BYTES = 4096;

/**
 * Which objects refer to which, through all states of a file: built in one pass over the objects of one state,
 * and added to as revisions follow. It holds two numbers for a reference; where in an object that stands is
 * looked up when it is asked for.
 */
export class ReferenceIndex {
  readonly #base: PdfReader;
  /** By object: the last reference to it, counted from 1. */
  readonly #heads: Int32Array;
  readonly #farHeads = new Map<number, number>();
  #froms = new Int32Array(1024);
  #earlier = new Int32Array(1024);
  #count = 0;
  readonly #added: { readonly state: PdfReader; readonly numbers: readonly number[] }[] = [];
  readonly #placesOfLarge = new WeakMap<object, Map<number, ReferencePlace['path'][]>>();
  #reached: Set<number> | undefined;
  #batchesReached = 0;

  /** @throws PdfSyntaxError when an object is malformed: all are read */
  constructor(base: PdfReader) {
    this.#base = base;
    this.#heads = new Int32Array(Math.min(base.size, MAX_INDEXED));
    this.#note(TRAILER, base.trailer);
    for (const num of base.objectNumbers()) this.#note(num, base.object(num));
  }

  /** Takes in what a later state has in place of what was there. */
  add(state: PdfReader, numbers: readonly number[]): void {
    this.#added.push({ state, numbers });
    this.#note(TRAILER, state.trailer);
    for (const num of numbers) this.#note(num, state.object(num));
  }

  /** Whether anything has ever referred to an object of this number. */
  refersTo(num: number): boolean {
    return this.#head(num) !== 0;
  }

  /** Numbers that the first state refers to without having them in use. */
  dangling(): Set<number> {
    const dangling = new Set<number>();
    const look = (num: number): void => {
      const entry = this.#base.entryOf(num);
      if (entry === undefined || entry.kind === 'free') dangling.add(num);
    };
    for (const [num, head] of this.#heads.entries()) if (head !== 0) look(num);
    for (const num of this.#farHeads.keys()) look(num);
    return dangling;
  }

  /** Every place in a state, which must be the first or one that was added, where an object is referred to. */
  placesOf(num: number, state: PdfReader): ReferencePlace[] {
    const places: ReferencePlace[] = [];
    const seen = new Set<number>();
    for (let at = this.#head(num); at !== 0; at = this.#earlier[at - 1] as number) {
      const from = this.#froms[at - 1] as number;
      if (seen.has(from)) continue;
      seen.add(from);
      const value = from === TRAILER ? state.trailer : state.object(from);
      for (const path of this.#pathsIn(value, num)) places.push({ from, path });
    }
    return places;
  }

  /**
   * Whether an object can be come to from a trailer, in the first state or a later one. Programs that update a
   * file leave objects behind that nothing leads to any more.
   */
  isReached(num: number): boolean {
    if (num === TRAILER) return true;
    if (!this.#reached) {
      this.#reached = new Set();
      this.#reach(this.#base, [TRAILER]);
    }
    for (; this.#batchesReached < this.#added.length; this.#batchesReached += 1) {
      const batch = this.#added[this.#batchesReached];
      if (!batch) continue;
      // What was written again may lead where nothing led before, though the object itself was reached.
      for (const each of batch.numbers) this.#reached.delete(each);
      this.#reach(batch.state, [TRAILER, ...batch.numbers]);
    }
    return this.#reached.has(num);
  }

  #reach(state: PdfReader, from: readonly number[]): void {
    const pending = [...from];
    for (let num = pending.pop(); num !== undefined; num = pending.pop()) {
      if (this.#reached?.has(num)) continue;
      if (num !== TRAILER) this.#reached?.add(num);
      eachReference(num === TRAILER ? state.trailer : state.object(num), (ref) => {
        if (this.#reached?.has(ref.num) === false) pending.push(ref.num);
      });
    }
  }

  #head(num: number): number {
    return (num < this.#heads.length ? this.#heads[num] : this.#farHeads.get(num)) ?? 0;
  }

  #note(from: number, value: PdfValue): void {
    eachReference(value, ({ num }) => {
      const head = this.#head(num);
      if (head !== 0 && this.#froms[head - 1] === from) return;
      if (this.#count === this.#froms.length) this.#grow();
      this.#froms[this.#count] = from;
      this.#earlier[this.#count] = head;
      this.#count += 1;
      if (num < this.#heads.length) this.#heads[num] = this.#count;
      else this.#farHeads.set(num, this.#count);
    });
  }

  #grow(): void {
    const [froms, earlier] = [this.#froms, this.#earlier];
    this.#froms = new Int32Array(froms.length * 2);
    this.#froms.set(froms);
    this.#earlier = new Int32Array(earlier.length * 2);
    this.#earlier.set(earlier);
  }

  #pathsIn(value: PdfValue, num: number): readonly ReferencePlace['path'][] {
    const holder = value instanceof PdfStream ? value.dict : value;
    const isLarge =
      (holder instanceof PdfDict || holder instanceof PdfArray) && holder.end - holder.start > LARGE_BYTES;
    if (!isLarge) {
      const paths: ReferencePlace['path'][] = [];
      eachPath(value, [], (ref, path) => {
        if (ref.num === num) paths.push(path);
      });
      return paths;
    }
    let known = this.#placesOfLarge.get(holder);
    if (!known) {
      const all = new Map<number, ReferencePlace['path'][]>();
      eachPath(value, [], (ref, path) => {
        const paths = all.get(ref.num);
        if (paths) paths.push(path);
        else all.set(ref.num, [path]);
      });
      known = all;
      this.#placesOfLarge.set(holder, known);
    }
    return known.get(num) ?? [];
  }
}

/** The names of a cross-reference stream's dictionary are those of a trailer. */
export function isTrailerPlace({ from, path }: ReferencePlace, state: PdfReader, key: string): boolean {
  if (path.length !== 1 || path[0] !== key) return false;
  if (from === TRAILER) return true;
  const value = state.object(from);
  const isSection = state.revisions.some(({ sections }) =>
    sections.some(({ streamObject }) => streamObject === from),
  );
  return isSection && value instanceof PdfStream && isName(value.dict.get('Type'), 'XRef');
}

function eachPath(
  value: PdfValue,
  path: ReferencePlace['path'],
  visit: (ref: PdfRef, path: ReferencePlace['path']) => void,
): void {
  if (value instanceof PdfRef) visit(value, path);
  else if (value instanceof PdfArray) {
    for (const [index, item] of value.items.entries()) {
      if (mayRefer(item)) eachPath(item, [...path, index], visit);
    }
  } else if (value instanceof PdfStream) eachPath(value.dict, path, visit);
  else if (value instanceof PdfDict) {
    for (const [key, { value: entry }] of value.entries) {
      if (mayRefer(entry)) eachPath(entry, [...path, key], visit);
    }
  }
}

function mayRefer(value: PdfValue): boolean {
  return value instanceof PdfRef || value instanceof PdfArray || value instanceof PdfDict;
}
