import type { NewEvent, RecordedEvent } from '../../port.ts';

/**
 * Where the events of one stream are, from its first to `next`: a hash table of eight bytes a slot, 32 bits of the id
 * and the revision. Whatever it finds is looked at in the log, so that two ids with the same bits do no harm.
 */
class Places {
  count = 0;
  #slots = new Uint32Array(2 * 8);

  add(id: string, revision: bigint): void {
    if (4 * (this.count + 1) > 3 * (this.#slots.length / 2)) this.#grow();
    const [tag, start] = hashed(id);
    if (put(this.#slots, tag, start, Number(revision) + 1)) this.count++;
  }

  /** Revisions at which this id may be. */
  of(id: string): bigint[] {
    const [tag, start] = hashed(id);
    const mask = this.#slots.length / 2 - 1;
    const found: bigint[] = [];
    for (let slot = start & mask; this.#slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask)
      if (this.#slots[2 * slot] === tag) found.push(BigInt(this.#slots[2 * slot + 1]! - 1));
    return found;
  }

  /** Slots are found by the tag alone, so that the table can grow without the ids. */
  #grow(): void {
    const larger = new Uint32Array(2 * this.#slots.length);
    for (let at = 0; at < this.#slots.length; at += 2)
      if (this.#slots[at + 1] !== 0)
        put(larger, this.#slots[at]!, spread(this.#slots[at]!), this.#slots[at + 1]!);
    this.#slots = larger;
  }
}

/** @returns whether it was not there yet */
function put(slots: Uint32Array, tag: number, start: number, place: number): boolean {
  const mask = slots.length / 2 - 1;
  let slot = start & mask;
  for (; slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask)
    if (slots[2 * slot] === tag && slots[2 * slot + 1] === place) return false;
  slots[2 * slot] = tag;
  slots[2 * slot + 1] = place;
  return true;
}

/** The last 32 bits of a UUID, which are random in version 4 and of a hash in version 5, and where to begin looking. */
function hashed(id: string): [tag: number, start: number] {
  const tag = Number.parseInt(id.slice(-8), 16);
  return [tag, spread(tag)];
}

/** Knuth's multiplicative hash: bits that some maker of ids leaves alone would else make one long run. */
const spread = (tag: number): number => Math.imul(tag, 0x9e37_79b1) >>> 8;

class RememberedStream {
  readonly places = new Places();
  /** Events before this revision are in `places`. */
  next = 0n;
  /** Events before this revision were there when the cluster acknowledged an append after them. */
  settled = 0n;
  generation: number;

  constructor(generation: number) {
    this.generation = generation;
  }
}

/** What one stream costs beside its ids, in ids. */
const streamWeight = 16;

/**
 * Ids of the events that this process has read or written, by stream, those least recently used forgotten first.
 *
 * The server recognises an append that it knows only where it was written: with an expectation that the stream meets
 * now, it writes known events again. So an append may go out at once only when it is certain that its events are not in
 * the stream, from its first event to the expected one; this is what is certain of that.
 *
 * What was only read is certain as long as the connection lasts that it was read by: a tail that a cluster discards is
 * discarded by ending the server that showed it.
 */
export class RememberedIds {
  readonly #limit: number;
  readonly #streams = new Map<string, RememberedStream>();
  #weight = 0;

  /** `limit`: about so many ids, of 11 to 22 bytes each. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Up to which revision the stream is known, exclusively. */
  knownUpTo(stream: string, generation: number): bigint {
    const known = this.#of(stream, generation);
    return known === 'newer' ? 0n : (known?.next ?? 0n);
  }

  /** Events before this revision were certainly there. */
  settledUpTo(stream: string): bigint {
    return this.#streams.get(stream)?.settled ?? 0n;
  }

  /** Revisions below `knownUpTo`, and maybe beyond, at which the event may be. */
  placesOf(stream: string, id: string): bigint[] {
    return this.#streams.get(stream)?.places.of(id) ?? [];
  }

  /** Takes note of an event that was read. */
  noteRead(
    { stream, id, revision }: Pick<RecordedEvent, 'stream' | 'id' | 'revision'>,
    generation: number,
  ): void {
    const known = this.#of(stream, generation);
    if (known === 'newer' || revision !== (known?.next ?? 0n)) return;
    this.#add(known ?? this.#begin(stream, generation), [id], revision);
    this.#forget(stream);
  }

  /** Takes note of an append that was acknowledged, the first of its events at revision `first`. */
  noteAcknowledged(
    stream: string,
    events: readonly Pick<NewEvent, 'id'>[],
    first: bigint,
    generation: number,
  ): void {
    let known = this.#of(stream, generation);
    if (known === 'newer' || first > (known?.next ?? 0n)) return;
    known ??= this.#begin(stream, generation);
    const fresh = events.slice(Number(known.next - first));
    this.#add(
      known,
      fresh.map(({ id }) => id),
      known.next,
    );
    const next = first + BigInt(events.length);
    if (next > known.settled) known.settled = next;
    this.#forget(stream);
  }

  /** What was believed of the stream turned out wrong. */
  forget(stream: string): void {
    const known = this.#streams.get(stream);
    if (!known) return;
    this.#streams.delete(stream);
    this.#weight -= known.places.count + streamWeight;
  }

  #begin(stream: string, generation: number): RememberedStream {
    const begun = new RememberedStream(generation);
    this.#streams.set(stream, begun);
    this.#weight += streamWeight;
    return begun;
  }

  #add(known: RememberedStream, ids: readonly string[], revision: bigint): void {
    const before = known.places.count;
    ids.forEach((id, n) => known.places.add(id, revision + BigInt(n)));
    this.#weight += known.places.count - before;
    const next = revision + BigInt(ids.length);
    if (next > known.next) known.next = next;
  }

  /** `newer`: what is known was read by a later connection; a reader of an earlier one may still hand out what it got. */
  #of(stream: string, generation: number): RememberedStream | 'newer' | undefined {
    const known = this.#streams.get(stream);
    if (!known) return undefined;
    if (known.generation > generation) return 'newer';
    if (known.generation < generation) {
      known.generation = generation;
      known.next = known.settled;
    }
    return known;
  }

  /** Most recently used last, as a Map keeps its keys. The one in use stays, however long it is. */
  #forget(stream: string): void {
    const known = this.#streams.get(stream)!;
    this.#streams.delete(stream);
    this.#streams.set(stream, known);
    for (const oldest of this.#streams.keys()) {
      if (this.#weight <= this.#limit || oldest === stream) return;
      this.forget(oldest);
    }
  }
}
