import type { DomainEvent } from '@lacre/contracts';
import type { NewDomainEvent, OrderedDomainAppend } from '@lacre/domain-log';
import {
  EventIdConflict,
  EventStoreUnavailable,
  WrongExpectedRevision,
  type AppendResult,
  type Expected,
  type Position,
} from '@lacre/event-store';

import { metadataOf, type CommandContext } from './command-context.ts';
import { eventIdOf } from './event-id.ts';
import type { Handled } from './handled.ts';
import type { StreamState } from './stream-cache.ts';

/** An event to be stored, and the request that it answers. */
export interface Fresh<Event extends DomainEvent> {
  event: NewDomainEvent<Event>;
  requestHash: string | undefined;
}

interface TimedContext {
  context: CommandContext;
  /** ISO 8601 in UTC. */
  moment: string;
}

/** What is appended after `known`, and the state that it leaves. */
export interface Put<State, Event extends DomainEvent> {
  known: StreamState<State, Event>;
  fresh: readonly Fresh<Event>[];
  state: State;
}

export const expectedOf = ({ revision }: StreamState<unknown>): Expected =>
  revision < 0n ? 'noStream' : revision;

/** The moment that a command carries, where it does. */
export function momentIn(command: unknown): string | undefined {
  const { at } = command as { at?: unknown };
  return typeof at === 'string' ? at : undefined;
}

export function freshEvents<Event extends DomainEvent>(
  stream: string,
  events: readonly Event[],
  { context, moment }: TimedContext,
): Fresh<Event>[] {
  const metadata = metadataOf(context, new Date(moment));
  const { requestHash } = context;
  return events.map((event, index) => ({
    event: { ...event, id: eventIdOf(context.key, stream, index), metadata },
    requestHash,
  }));
}

/**
 * What the intent appended to the stream earlier: recognised by its first event's id, answered with its last one's
 * position.
 */
export function repetition<State>(
  known: StreamState<State>,
  stream: string,
  context: CommandContext,
): Handled<State> | undefined {
  const first = known.appended.get(eventIdOf(context.key, stream, 0));
  if (first === undefined) return undefined;
  if (first.requestHash !== context.requestHash) return { ok: false, code: 'IDEMPOTENCY_KEY_REUSED' };
  let last = first;
  for (let index = 1; ; index++) {
    const next = known.appended.get(eventIdOf(context.key, stream, index));
    if (next === undefined) break;
    last = next;
  }
  return { ok: true, state: known.state, position: last.position, repeated: true };
}

/** Nothing is known of what a store that was not reached did either. */
export function handledByThemselves(error: unknown): undefined {
  const isForAnother =
    error instanceof WrongExpectedRevision ||
    error instanceof EventIdConflict ||
    error instanceof EventStoreUnavailable;
  if (!isForAnother) throw error;
}

/** An append that was decided on, and what keeps what it left, once it is made where it was decided for. */
export interface DecidedAppend {
  append: OrderedDomainAppend;
  noted: (result: AppendResult | undefined) => Position | undefined;
}
