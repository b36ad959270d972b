/** Where an id was first written. */
export interface IdPlace {
  stream: string;
  revision: bigint;
}

/** The server's own limit (`ESConsts.CommitedEventsMemCacheLimit`): 40,000 to 60,000 ids at usual lengths of names. */
const memoryLimitBytes = 8 * 1024 * 1024;

/** Bytes counted for one id beside its stream's name. */
const idBytes = 16 + 4 + 8;

/**
 * The ids that the server remembers, oldest first out. An id stays at its first place; writing it again takes up
 * memory and changes nothing. What is forgotten is known only by its revision in the index.
 */
export class RecentIds {
  readonly #places = new Map<string, IdPlace>();
  #queue: string[] = [];
  #head = 0;
  #usedBytes = 0;

  place(id: string): IdPlace | undefined {
    return this.#places.get(id);
  }

  remember(id: string, place: IdPlace): void {
    while (this.#usedBytes > memoryLimitBytes && this.#head < this.#queue.length) this.#forgetOldest();
    this.#usedBytes += sizeOf(place);
    this.#queue.push(id);
    if (!this.#places.has(id)) this.#places.set(id, place);
  }

  clear(): void {
    this.#places.clear();
    this.#queue = [];
    this.#head = 0;
    this.#usedBytes = 0;
  }

  #forgetOldest(): void {
    const id = this.#queue[this.#head++]!;
    const place = this.#places.get(id);
    if (place) {
      this.#usedBytes -= sizeOf(place);
      this.#places.delete(id);
    }
    if (this.#head < 10_000) return;
    this.#queue = this.#queue.slice(this.#head);
    this.#head = 0;
  }
}

const sizeOf = ({ stream }: IdPlace): number => idBytes + 2 * stream.length;
