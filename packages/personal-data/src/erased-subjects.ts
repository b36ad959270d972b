/** Who is known here to be erased, and who wants to hear of it. */
export class ErasedSubjects {
  readonly #ids = new Set<string>();
  readonly #listeners = new Set<(subjects: readonly string[]) => void>();

  has(subject: string): boolean {
    return this.#ids.has(subject);
  }

  get size(): number {
    return this.#ids.size;
  }

  /** @returns whether it is news. */
  add(subject: string): boolean {
    if (this.#ids.has(subject)) return false;
    this.#ids.add(subject);
    return true;
  }

  /** Notifies the listeners. */
  announce(subjects: readonly string[]): void {
    for (const listener of this.#listeners) listener(subjects);
  }

  listen(listener: (subjects: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
