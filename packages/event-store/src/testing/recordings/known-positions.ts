export interface Place {
  commit: bigint;
  prepare: bigint;
}

const endOfTime = 2n ** 64n - 1n;

/**
 * Names places in the log by the events that a client has seen at them, as the recordings do: byte offsets differ from
 * one server to the next.
 */
export class KnownPositions {
  readonly #names = new Map<bigint, string>();
  readonly #commits: bigint[] = [];
  readonly #places = new Map<string, Place>();

  learn(name: string, place: Place | undefined): void {
    if (!place || this.#names.has(place.commit)) return;
    this.#names.set(place.commit, name);
    this.#places.set(name, place);
    this.#commits.push(place.commit);
  }

  place(name: string): Place {
    const place = this.#places.get(name);
    if (!place) throw new Error(`no position is known of ${name}`);
    return place;
  }

  name(place: Place | undefined): string {
    if (!place) return 'none';
    const { commit, prepare } = place;
    if (commit === endOfTime && prepare === endOfTime) return '2^64-1';
    const event = this.#names.get(commit);
    if (event !== undefined) {
      return commit === prepare ? `at ${event}` : `commit of ${event}, prepare ${prepare}`;
    }
    const between = `between: after ${this.#lastBefore(commit)}`;
    return commit === prepare ? between : `${between}, prepare ${prepare}`;
  }

  #lastBefore(commit: bigint): string {
    let last: bigint | undefined;
    for (const known of this.#commits) {
      if (known < commit && (last === undefined || known > last)) last = known;
    }
    return last === undefined ? 'nothing' : this.#names.get(last)!;
  }
}
