import { bareOf, EventStoreUnavailable, type EventStore, type Seen } from '@lacre/event-store';
import type { LogReader } from '@lacre/event-store/kurrentdb';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import type { LogPlace } from './facts.ts';
import { noteSeenInstead, readIdentity } from './installation-table.ts';
import { judge, type Fault } from './judge.ts';
import { identityIn, isThere } from './log-identity.ts';
import { InstallationRefused } from './settle.ts';

/** After an event was seen it is written down within this time, milliseconds: what a log may lose unnoticed. */
const WRITTEN_WITHIN_MS = 1000;

/**
 * How long a log that was exchanged behind a connection that did not break may go unnoticed while nothing is appended or
 * delivered, milliseconds.
 */
const ASKED_EVERY_MS = 10_000;

/** Whose log it is, and in which of its histories. */
export interface Ours {
  installationId: string;
  epoch: string;
}

export interface LogGuardOptions {
  pool: Pool;
  place: LogPlace;
  logger: Logger;
  /** Called once, when the log is another than at the start. */
  onRefused: (error: InstallationRefused) => void;
}

/**
 * Holds a log to what it was found to be at the start, for as long as it is used: it must be the installation's, in the
 * same epoch, and have the last event that this process or any other of the installation saw in it.
 *
 * It is asked over each new connection before anything else goes over it, and now and then besides. Once refused, the
 * log stays so for this process: nothing goes through any more, and nothing of it is taken for evidence.
 */
export class LogGuard {
  readonly #options: LogGuardOptions;
  #held: { ours: Ours; log: EventStore } | undefined;
  #refused: InstallationRefused | undefined;
  /** The last event seen, and whether it was written down. */
  #latest: Seen | undefined;
  #isNoted = true;
  #noting: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  #askedAt = 0;
  #isClosing = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: LogGuardOptions) {
    this.#options = options;
  }

  /** From here on the log is held to this. @throws InstallationRefused where it was exchanged since it was settled */
  async hold(ours: Ours, log: EventStore): Promise<void> {
    this.#held = { ours, log };
    await this.confirm(log).catch((error: unknown) => {
      throw this.#refused ?? error;
    });
    this.#asking = setInterval(() => this.#askNow(), ASKED_EVERY_MS).unref();
  }

  get latest(): Seen | undefined {
    return this.#latest;
  }

  get isRefused(): boolean {
    return this.#refused !== undefined;
  }

  /** @throws EventStoreUnavailable once the log was refused */
  assertOpen(): void {
    if (this.#refused !== undefined) throw new EventStoreUnavailable(this.#refused, 'notReady');
  }

  /** An event that was acknowledged or delivered. */
  see(seen: Seen): void {
    const { stream, revision, id, position } = seen;
    if (this.#latest !== undefined && !this.#isLater(seen, this.#latest)) return;
    this.#latest = { stream, revision, id, position };
    this.#isNoted = false;
    this.#noteSoon();
  }

  /**
   * @param log the store, or no more of it than one connection that is not in use yet
   *
   * @throws EventStoreUnavailable where it is not the one that it was, or cannot be asked
   */
  async confirm(log: LogReader): Promise<void> {
    if (this.#held === undefined) return;
    this.assertOpen();
    const judged = await this.#judged(log, this.#held.ours, this.#latest);
    this.#askedAt = Date.now();
    if (judged.faults.length > 0) await this.#refuse(judged);
    this.assertOpen();
  }

  async close(): Promise<void> {
    clearInterval(this.#asking);
    clearTimeout(this.#noting);
    this.#noting = undefined;
    this.#isClosing = true;
    this.#note();
    await this.#writing;
  }

  /** By the same rules, and in the same words, as at the start. */
  async #judged(log: LogReader, ours: Ours, latest: Seen | undefined): Promise<Judged> {
    const { pool, place } = this.#options;
    const known = await readIdentity(pool).catch((error: unknown) => {
      throw new EventStoreUnavailable(error, 'notReady');
    });
    const found = await identityIn(log);
    const isAsBefore = known?.installationId === ours.installationId && known.epoch === ours.epoch;
    const isOurs = found !== undefined && found.installationId === known?.installationId;
    const seenHere = isAsBefore && latest?.id !== known.seen?.id ? latest : undefined;
    const witnesses = isOurs ? [known.seen, seenHere] : [];
    let missing: Seen | undefined;
    for (const seen of witnesses)
      if (missing === undefined && seen !== undefined && !(await isThere(log, seen))) missing = seen;
    const verdict = judge({
      log: { place, isEmpty: found === undefined && (await log.head()) === 'start', identity: found },
      database: {
        identity: known,
        isUsed: true,
        ahead: [],
        misplaced: [],
        seenIsThere: missing === undefined,
        later: 'none',
        keysLacking: 0,
      },
      stores: [],
    });
    const outcome = { known: known?.seen, missing };
    if (verdict.kind === 'refused') return { faults: verdict.faults, ...outcome };
    return { faults: isAsBefore ? [] : [{ code: 'changed-in-use', place }], ...outcome };
  }

  /** What the log lacks stays known, so that the next start refuses it too. */
  async #refuse({ faults, known, missing }: Judged): Promise<void> {
    if (this.#refused !== undefined) return;
    this.#refused = new InstallationRefused(faults);
    const { logger, pool, onRefused } = this.#options;
    logger.fatal({ err: this.#refused }, 'the log is no longer the one that this process began with');
    if (missing !== undefined && missing !== known)
      await noteSeenInstead(pool, known, missing).catch((error: unknown) =>
        logger.error({ err: error }, 'the event that the log lacks could not be written down'),
      );
    // While the log is being opened, `openLog` throws instead.
    if (this.#asking !== undefined) onRefused(this.#refused);
  }

  #noteSoon(): void {
    if (this.#isClosing) return;
    this.#noting ??= setTimeout(() => {
      this.#noting = undefined;
      this.#note();
    }, WRITTEN_WITHIN_MS).unref();
  }

  /** Writes the latest event down, where the log has both it and the one that it takes the place of. */
  #note(): void {
    this.#writing = this.#writing
      .then(() => this.#noteLatest())
      .catch((error: unknown) => {
        this.#options.logger.warn({ err: error }, 'the last event seen could not be written down yet');
        this.#noteSoon();
      });
  }

  async #noteLatest(): Promise<void> {
    const latest = this.#latest;
    if (this.#held === undefined || this.#isNoted || this.#refused !== undefined || !latest) return;
    const { ours, log } = this.#held;
    const judged = await this.#judged(log, ours, latest);
    this.#askedAt = Date.now();
    if (judged.faults.length > 0) return this.#refuse(judged);
    const { known } = judged;
    const isLatest = known === undefined || this.#isLater(latest, known);
    // Another process wrote one down meanwhile: once more, with that one.
    if (isLatest && !(await noteSeenInstead(this.#options.pool, known, latest))) return this.#noteSoon();
    if (this.#latest === latest) this.#isNoted = true;
    else this.#noteSoon();
  }

  #askNow(): void {
    if (this.#held === undefined || this.#refused || Date.now() - this.#askedAt < ASKED_EVERY_MS / 2) return;
    this.confirm(this.#held.log).catch((error: unknown) =>
      this.#options.logger.warn({ err: error }, 'the log could not be asked whether it is still the same'),
    );
  }

  #isLater(one: Seen, other: Seen): boolean {
    const order = this.#held!.log;
    return order.comparePositions(bareOf(one.position), bareOf(other.position)) > 0;
  }
}

interface Judged {
  faults: readonly Fault[];
  /** What the database knows to be the last event. */
  known: Seen | undefined;
  /** An event that was seen and is not in the log. */
  missing: Seen | undefined;
}
