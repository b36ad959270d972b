/** An event as the protocol carries it. */
export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export interface LoggedEvent extends ProposedEvent {
  stream: string;
  revision: bigint;
  /** Where its record begins; both halves of its place in the log. */
  position: bigint;
  createdMs: number;
}

/** A record of the log: an event, or one that holds none (an epoch, an append without events). */
export interface LogRecord {
  position: bigint;
  sizeBytes: number;
  event: LoggedEvent | undefined;
}

/** What is written with one record. */
export type ProposedRecord =
  | { kind: 'event'; stream: string; createdMs: number; event: ProposedEvent; tombstone?: true }
  | { kind: 'empty'; sizeBytes: number };
