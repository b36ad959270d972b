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

/** What a check is given: the installation, and its whole log, read anew. */
export interface Audited extends Installation {
  events: () => AsyncIterable<RecordedEvent>;
  /** Those that fit the contracts: the others are passed over here, and named by the check of the log. */
  facts: () => AsyncIterable<LoggedEvent>;
  /** Whether contents that an earlier run read and found whole are read again too. */
  whole: boolean;
}

export type Check = (audited: Audited) => Promise<CheckResult>;
