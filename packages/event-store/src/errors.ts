import type { Expected } from './port.ts';

/** The stream is not where the writer thought it was: somebody else appended first. */
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

/** The store cannot be reached or did not answer. What was asked for may have happened. */
export class EventStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the event store is not available', { cause });
    this.name = 'EventStoreUnavailable';
  }
}
