import type { LoggedEvent } from '@lacre/domain-log';
import type { RecordedEvent } from '@lacre/event-store';

import type { Installation } from './open-installation.ts';

/** Something that does not fit, and where. */
export interface Problem {
  check: string;
  /** Stream, blob or row. */
  where: string;
  what: string;
}

/** What one check looked at, and what it found. */
export interface CheckResult {
  /** How many things were looked at, and what they are called. */
  looked: string;
  problems: readonly Omit<Problem, 'check'>[];
}

/** What a check is given. */
export interface Audited extends Installation {
  /** Whether contents that an earlier run read and found whole are read again too. */
  whole: boolean;
}

/** A check that has begun: it is given the log, which is read once for all checks, and then says what it found. */
export interface BegunCheck {
  /** Every event as it is stored, in the order of the log, whether it fits the contracts or not. */
  enterStored?(event: RecordedEvent): void;
  /** Those that fit the contracts: the others are passed over here, and named by the check of the log. */
  enter?(event: LoggedEvent): void;
  /** After the log's last event. */
  end(): Promise<CheckResult>;
}

/** Begins before the log is read: what it asks the database for by then is no newer than what it is given. */
export type Check = (audited: Audited) => BegunCheck | Promise<BegunCheck>;
