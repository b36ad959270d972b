import type { DomainEvent } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';

import type { CommandContext } from './command-context.ts';
import type { Aggregate } from './decision.ts';
import type { Handled } from './handled.ts';
import type { OrderedCommand } from './ordered-command.ts';

export interface CommandHandler {
  /**
   * Decides on the latest state and appends what was decided. Resolves once the events are stored.
   *
   * The same context key on the same stream is the same intent: what it appended before is answered again, or
   * IDEMPOTENCY_KEY_REUSED when the request was another one. Refuses with CONCURRENT_CHANGE when others keep
   * appending first, with SERVICE_UNAVAILABLE when the store cannot be reached (the events may be stored then: a
   * repeat finds them).
   */
  handle<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<Handled<State>>;

  /**
   * Decides on all commands by what was read just before, and appends what was decided in their order, in one round trip
   * where the store can: each append is made only once those before it are.
   *
   * @returns the position of the last event; undefined where that is not all there is to it: a command that is refused or
   *   has nothing to append, or another append in between. They are then to be handled one after another, which finds
   *   what was made of them.
   */
  handleInOrder(asked: readonly OrderedCommand[], context: CommandContext): Promise<Position | undefined>;

  /** The latest state, read from the log. @throws EventStoreUnavailable */
  load<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    id: string,
  ): Promise<State>;

  /** The state as it was when it was last read or stored here, if that is still cached: what it says now may differ. */
  known<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    id: string,
  ): State | undefined;

  /** Reads what deciding on the command will look at beside the stream. @throws when it cannot be read */
  foresee<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    id: string,
    command: Command,
  ): Promise<void>;

  /**
   * Evicts the streams that hold erased data from the cache. Commands under way go on.
   *
   * @param namingOf which of these streams name who was erased; until that is known it rests on nothing that it keeps
   */
  forget(namingOf: (streams: readonly string[]) => Promise<readonly string[]>): Promise<void>;

  /** What the intent of `context` did to the stream already. @throws EventStoreUnavailable */
  repeated<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    id: string,
    context: CommandContext,
  ): Promise<Handled<State> | undefined>;

  /** Both of the same read: `load` and `repeated`. @throws EventStoreUnavailable */
  look<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    id: string,
    context: CommandContext,
  ): Promise<{ state: State; repeated: Handled<State> | undefined }>;
}
