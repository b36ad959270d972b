import { Mutex } from 'async-mutex';

/**
 * A mutex for each name. Commands of one process that change the same stream would only invalidate each other; across
 * processes the expected revision still decides.
 */
export class KeyedMutex {
  readonly #mutexes = new Map<string, Mutex>();

  /** Runs the task once all earlier ones of the name have ended, however they ended. */
  async run<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
    const mutex = this.#mutexes.get(name) ?? new Mutex();
    this.#mutexes.set(name, mutex);
    try {
      return await mutex.runExclusive(task);
    } finally {
      if (!mutex.isLocked()) this.#mutexes.delete(name);
    }
  }
}
