import type { Position } from '@lacre/event-store';

/** The request that an event answers, for idempotency. */
export interface AppendedEvent {
  requestHash: string | undefined;
  position: Position;
}

/** The state of a stream at one of its events; that event is checked in the log before the snapshot is used. */
export interface Snapshot<State> {
  state: State;
  revision: bigint;
  eventId: string;
  position: Position;
  lastAt: string;
  /** Events that no part of the state is about, by id. */
  appended: ReadonlyMap<string, AppendedEvent>;
}

/** A state that rests on a snapshot, or on none. */
export interface Resting<State> {
  state: State;
  /** The last event of the snapshot; -1 without one: then the state is whole. */
  snapshotAt: bigint;
}

/** What is about to be decided on or taken in, whose parts of the state are looked at. */
export interface Needs<Command, Event> {
  commands?: readonly Command[];
  events?: readonly Event[];
}

/** A state, and the events that what was read of it came from, by id. */
export interface Completed<State> {
  state: State;
  appended: ReadonlyMap<string, AppendedEvent>;
}

/** An event that is taken into a snapshot, with what is noted of it. */
export interface Noted<Event> extends AppendedEvent {
  event: Event;
  id: string;
}

/** What a snapshot is taken of: the state after `last`, the events since the one before. */
export interface Taking<State, Event> extends Resting<State> {
  events: readonly Noted<Event>[];
  last: {
    revision: bigint;
    eventId: string;
    position: Position;
    lastAt: string;
  };
}

/**
 * What long streams come to, kept beside the log so that none is folded from its beginning when it is met again. It is a
 * cache of the fold, read in parts: a decision rests on the parts that it looks at and on every event since, and an
 * append expects the revision that it was decided on. Losing it costs reading a stream once more.
 *
 * An intent concerns one part, or none: what it appended before is found with its part.
 */
export interface Snapshots<Command, State, Event> {
  /** The latest of a stream, without its parts. */
  open(stream: string): Promise<Snapshot<State> | undefined>;
  /** The state with the parts that are needed. Undefined when a later snapshot stands in place of the one it rests on. */
  complete(
    stream: string,
    resting: Resting<State>,
    needs: Needs<Command, Event>,
  ): Promise<Completed<State> | undefined>;
  /** Whether so much came since the snapshot, or was read of it, that it is time for another. */
  isDue(resting: Resting<State>, revision: bigint): boolean;
  /**
   * Puts a later one in place of that which the state rests on.
   *
   * @returns the state without its parts, as `open` gives it; undefined when another did so before
   */
  take(stream: string, taking: Taking<State, Event>): Promise<Completed<State> | undefined>;
  /** Forgets a snapshot that is none of this log. */
  drop(stream: string): Promise<void>;
}
