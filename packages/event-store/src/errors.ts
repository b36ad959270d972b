import type { Expected } from './port.ts';

/** The stream is not at the expected revision: another writer appended first. */
export class WrongExpectedRevision extends Error {
  readonly stream: string;
  readonly expected: Expected;
  readonly actual: bigint | 'noStream';

  constructor(stream: string, expected: Expected, actual: bigint | 'noStream') {
    super(`stream ${stream} is at ${actual}, not at ${expected}`);
    this.name = 'WrongExpectedRevision';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** An event id is in the log already, and not as part of this same append: a bug in how ids are made. */
export class EventIdConflict extends Error {
  readonly stream: string;

  constructor(stream: string) {
    super(`an event id of this append to ${stream} is already used by another append`);
    this.name = 'EventIdConflict';
    this.stream = stream;
  }
}

/** The arguments of an append break a rule that holds for every store. */
export class InvalidAppend extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'InvalidAppend';
  }
}

/** The position is of another history of the log: nothing can be said of where it stands in this one. */
export class PositionOfAnotherEpoch extends Error {
  constructor(position: string) {
    super(`the position ${position} is of another epoch of the log`);
    this.name = 'PositionOfAnotherEpoch';
  }
}

/**
 * Events of the stream are no longer in the store: it was truncated, deleted or given a limit of size or age by
 * another user of the server, since the product does not. What is left of it is not handed out: a decision
 * from it would be wrong.
 */
export class StreamTruncated extends Error {
  readonly stream: string;

  constructor(stream: string, reason: string) {
    super(`stream ${stream} is not whole: ${reason}`);
    this.name = 'StreamTruncated';
    this.stream = stream;
  }
}

/** Why a store is not available, for messages to the operator. */
export type UnavailableReason =
  /** Connection refused or broken. */
  | 'unreachable'
  /** The name of its host is not known. */
  | 'unknownHost'
  /** Its certificate is not trusted, expired, or for another name. */
  | 'certificate'
  /** TLS is spoken by one side only. */
  | 'tlsMismatch'
  /** User and password are wrong, or the user lacks a right. */
  | 'denied'
  /** No leader, or none is known. */
  | 'noLeader'
  /** It is there and does not serve yet. */
  | 'notReady'
  /** It took the call and did not answer. */
  | 'noAnswer';

/** The store cannot be reached or did not answer. What was asked for may have happened. */
export class EventStoreUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(cause: unknown, reason: UnavailableReason = 'unreachable') {
    super('the event store is not available', { cause });
    this.name = 'EventStoreUnavailable';
    this.reason = reason;
  }
}

/** The store answered what it never should: a release that the product does not know, or a bug. */
export class EventStoreFault extends Error {
  constructor(
    cause: unknown,
    message = 'the event store answered with an error that the product does not know',
  ) {
    super(message, { cause });
    this.name = 'EventStoreFault';
  }
}
