import type { Position } from '@lacre/event-store';
import type { Pool } from 'pg';

/** How late the place is written, milliseconds: one statement for what comes meanwhile. */
const WRITTEN_AFTER_MS = 1000;
/** Without waiting for the disk: a place that a crash takes back has no rows beside it that were lost. */
const MOVE_ALONE = `update webhook.checkpoint set position = $1
  where set_config('synchronous_commit', 'off', true) is not null`;

/** Writes how far the log has come in which nothing concerned webhooks, a second later. */
export class PassedPlace {
  readonly #pool: Pool;
  readonly #onFault: (error: unknown) => void;
  #position: Position | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(pool: Pool, onFault: (error: unknown) => void) {
    this.#pool = pool;
    this.#onFault = onFault;
  }

  note(position: Position): void {
    this.#position = position;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#pool.query(MOVE_ALONE, [this.#position]).catch(this.#onFault);
    }, WRITTEN_AFTER_MS);
  }

  /** Writes nothing more of what was noted: to be awaited before a later place is written. */
  async drop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
  }
}
