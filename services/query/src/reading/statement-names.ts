/** Runs of a statement before it is prepared: what is rare costs each connection its memory for nothing. */
const RARE_RUNS = 3;
/** Most statements prepared on a connection; each holds its plan there, 50 to 300 KB. */
const MAX_NAMES = 64;
/** Most texts that are counted while they are rare: lists of conditions make many. */
const MAX_COUNTED = 1000;

/**
 * Names of statements that are run again and again, by their text: the database parses, rewrites and plans a named one
 * once on each connection. Of a query over views with row-level security that is most of its cost.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #runs = new Map<string, number>();
  #generation = 0;

  /** The name to run it by; undefined while it is rare. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MAX_NAMES) return name;
    const runs = (this.#runs.get(text) ?? 0) + 1;
    if (runs <= RARE_RUNS) {
      if (runs > 1 || this.#runs.size < MAX_COUNTED) this.#runs.set(text, runs);
      return undefined;
    }
    this.#runs.delete(text);
    const given = `lacre_${this.#generation}_${this.#names.size}`;
    this.#names.set(text, given);
    return given;
  }

  /** Names that no connection has prepared yet, since a view has other columns than it had. */
  renew(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}
