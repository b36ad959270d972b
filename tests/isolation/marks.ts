/** Whose datum something is: a tenant, and within it, where only some may look, the company that is hidden from them. */
export interface Owner {
  tenant: string;
  hidden: boolean;
}

/** A datum shown to a caller who may not see it. */
export interface Foreign {
  datum: string;
  owner: Owner;
}

/**
 * Values that identify an owner in an answer: words that are in every text of a tenant and in no other's, ids, CPF and CNPJ,
 * hashes of files.
 */
const MARKS =
  /segredo[a-z]{12}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<!\d)\d{11}(?!\d)|(?<![\dA-Z])[\dA-Z]{12}\d{2}(?![\dA-Z])|(?<![\da-f])[\da-f]{64}(?![\da-f])/g;

export const marksIn = (text: string): string[] => text.match(MARKS) ?? [];

/** Knows whose everything is that was put into the platform, and learns from answers whose new things are. */
export class Marks {
  readonly #owners = new Map<string, Owner>();
  /** Ids made up by a request: of no owner, wherever they are shown again. */
  readonly #madeUp = new Set<string>();

  get size(): number {
    return this.#owners.size;
  }

  own(text: string, owner: Owner): void {
    for (const mark of marksIn(text)) if (!this.#madeUp.has(mark)) this.#owners.set(mark, owner);
  }

  makeUp(id: string): string {
    this.#madeUp.add(id);
    return id;
  }

  ownerOf(mark: string): Owner | undefined {
    return this.#owners.get(mark);
  }

  /**
   * What of an answer belongs to an owner whom `mayBeShown` does not name; what the request said itself is no news.
   *
   * @param learnAs whose new marks are; undefined when the answer says nothing about that
   */
  foreignIn(
    answer: string,
    sent: ReadonlySet<string>,
    mayBeShown: (owner: Owner) => boolean,
    learnAs: Owner | undefined,
  ): Foreign[] {
    const found: Foreign[] = [];
    for (const mark of new Set(marksIn(answer))) {
      if (sent.has(mark) || this.#madeUp.has(mark)) continue;
      const owner = this.#owners.get(mark);
      if (owner === undefined) {
        if (learnAs !== undefined) this.#owners.set(mark, learnAs);
      } else if (!mayBeShown(owner)) found.push({ datum: mark, owner });
    }
    return found;
  }
}
