/** Of what two words of 64 bits hold each id; both zero is an empty place. */
const FIRST_PLACES = 1 << 12;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Ids of events, many more than a `Set` holds (2^24): UUIDs (RFC 9562) as 16 bytes each, in a table outside the heap that
 * is at most three quarters full.
 */
export class IdSet {
  #words = new BigUint64Array(2 * FIRST_PLACES);
  #count = 0;
  readonly #others = new Set<string>();

  /** @returns whether it was not there before */
  add(id: string): boolean {
    if (!UUID.test(id) || id === '00000000-0000-0000-0000-000000000000') return this.#addOther(id);
    const hex = id.replaceAll('-', '');
    const [high, low] = [BigInt(`0x${hex.slice(0, 16)}`), BigInt(`0x${hex.slice(16)}`)];
    const place = placeOf(this.#words, high, low);
    if (this.#words[place] !== 0n || this.#words[place + 1] !== 0n) return false;
    this.#words[place] = high;
    this.#words[place + 1] = low;
    this.#count += 1;
    if (8 * this.#count > 3 * this.#words.length) this.#grow();
    return true;
  }

  /** What is no UUID fits no contract, and is rare. */
  #addOther(id: string): boolean {
    const before = this.#others.size;
    return this.#others.add(id).size > before;
  }

  #grow(): void {
    const old = this.#words;
    const words = new BigUint64Array(2 * old.length);
    for (let at = 0; at < old.length; at += 2) {
      const [high = 0n, low = 0n] = [old[at], old[at + 1]];
      if (high === 0n && low === 0n) continue;
      const place = placeOf(words, high, low);
      words[place] = high;
      words[place + 1] = low;
    }
    this.#words = words;
  }
}

/** Where the id is, or the empty place that it would take: from where its last bits say, the next one that fits. */
function placeOf(words: BigUint64Array, high: bigint, low: bigint): number {
  const places = words.length / 2;
  let at = Number(BigInt.asUintN(32, low)) % places;
  for (;;) {
    const [one, other] = [words[2 * at], words[2 * at + 1]];
    if ((one === high && other === low) || (one === 0n && other === 0n)) return 2 * at;
    at = (at + 1) % places;
  }
}
