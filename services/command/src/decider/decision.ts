import type { DomainEvent, ErrorCode, StreamOf } from '@lacre/contracts';

/** What a decider answers: events to append (none when nothing is left to do), or a refusal from the closed list. */
export type Decision<Event> = { accepted: true; events: readonly Event[] } | ({ accepted: false } & Reason);

/** Why a command is refused. */
export interface Reason {
  code: ErrorCode;
  /** What more there is to say of it than its code does. */
  detail?: string;
  /** Seconds after which the same may be accepted, where that is known. */
  retryAfterSeconds?: number;
  /** Where the tenant is that was moved. */
  extensions?: { address: string };
}

export type Rejection = Extract<Decision<never>, { accepted: false }>;

/**
 * The rules of one aggregate, pure: no clock, no random, no I/O. `now`, ids and whatever was looked up come in the
 * command.
 */
export interface Decider<Command, State, Event> {
  initialState(): State;
  decide(command: Command, state: State): Decision<Event>;
  evolve(state: State, event: Event): State;
}

/** A decider and the stream that its events live in. */
export interface Aggregate<Command, State, Event extends DomainEvent> extends Decider<Command, State, Event> {
  stream(id: string): StreamOf<Event>;
  /**
   * Waiting commands are decided one after another and stored by one append (group commit): for streams with many
   * concurrent writers. All of them get the position of the append's last event.
   */
  batched?: true;
}

export const accept = <Event>(...events: readonly Event[]): Decision<Event> => ({ accepted: true, events });

export const reject = (code: ErrorCode, detail?: string): Rejection =>
  detail === undefined ? { accepted: false, code } : { accepted: false, code, detail };

/**
 * A state as its own tenant sees it: another tenant's is as unknown as one that never was, and so is one that was removed.
 *
 * @param state undefined when there is nothing now
 */
export const ofTenant = <State extends { tenantId: string }>(
  state: State | undefined,
  tenantId: string,
): State | undefined => (state?.tenantId === tenantId ? state : undefined);
