/**
 * Runs tasks of one name after another, of different names side by side. Commands of one process that change the same
 * stream would only invalidate each other; across processes the expected revision still decides.
 */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name);
    const mine = before === undefined ? task() : before.then(task, task);
    this.#last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name);
    }
  }
}
