import { AsyncLocalStorage } from 'node:async_hooks';

/** The clock of the year that is played: it stands until it is turned on, and never goes back. */
export class YearClock {
  #now: Date;
  readonly #apart = new AsyncLocalStorage<Date>();

  constructor(start: Date) {
    this.#now = start;
  }

  readonly now = (): Date => new Date(this.#apart.getStore() ?? this.#now);

  /** Whether what asks is done ahead, by a moment of its own. */
  get isAhead(): boolean {
    return this.#apart.getStore() !== undefined;
  }

  /** Does what leaves nothing in the log ahead of its moment, as of it. */
  ahead<Done>(moment: Date, run: () => Promise<Done>): Promise<Done> {
    return this.#apart.run(moment, run);
  }

  /** Nothing happens for a moment that is past. */
  turnTo(moment: Date): void {
    if (moment > this.#now) this.#now = moment;
  }

  turnOn(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}
