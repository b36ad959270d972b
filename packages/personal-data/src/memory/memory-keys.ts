import { randomBytes } from 'node:crypto';

import { ErasedSubjects } from '../erased-subjects.ts';
import type { KnownKey, PersonalDataKeys } from '../port.ts';
import { KEY_BYTES, SubjectKey } from '../subject-key.ts';

/** The port in memory, for unit tests of what stands on it: nothing survives the process. */
export function createMemoryKeys(): PersonalDataKeys {
  return new MemoryKeys();
}

class MemoryKeys implements PersonalDataKeys {
  readonly #keys = new Map<string, SubjectKey>();
  readonly #erased = new ErasedSubjects();

  async forWriting(subjects: readonly string[]): Promise<ReadonlyMap<string, KnownKey>> {
    for (const subject of subjects) {
      if (!this.#keys.has(subject)) this.#keys.set(subject, new SubjectKey(randomBytes(KEY_BYTES)));
    }
    return this.forReading(subjects);
  }

  async forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KnownKey>> {
    const found = new Map<string, KnownKey>();
    for (const subject of subjects) {
      const key = this.known(subject);
      if (key !== undefined) found.set(subject, key);
    }
    return found;
  }

  known(subject: string): KnownKey | undefined {
    return this.#erased.has(subject) ? 'erased' : this.#keys.get(subject);
  }

  isErased(subject: string): boolean {
    return this.#erased.has(subject);
  }

  get someErased(): boolean {
    return this.#erased.size > 0;
  }

  noteErased(subject: string): void {
    if (this.#erased.add(subject)) this.#erased.announce([subject]);
  }

  async destroy(subject: string): Promise<void> {
    this.#keys.delete(subject);
    this.noteErased(subject);
  }

  onErased(listener: (subjects: readonly string[]) => void): () => void {
    return this.#erased.listen(listener);
  }

  async close(): Promise<void> {}
}
