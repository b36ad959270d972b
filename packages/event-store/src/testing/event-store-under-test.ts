import type { EventStore } from '../port.ts';

/** A store that a suite may write to, and how to be rid of it. */
export interface EventStoreUnderTest {
  store: EventStore;
  /** Of other processes on the same log, where there can be any. Closed before `dispose`. */
  others?: readonly EventStore[];
  /** Something that the promises hold through: a restart, a change of leader. */
  disturb?: () => Promise<void>;
  /** Called after the store has been closed. */
  dispose?: () => Promise<void>;
}
