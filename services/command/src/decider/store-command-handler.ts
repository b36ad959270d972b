import { setTimeout as sleep } from 'node:timers/promises';

import type { DomainEvent, StreamOf } from '@lacre/contracts';
import { createDomainLog, type DomainLog } from '@lacre/domain-log';
import {
  EventIdConflict,
  EventStoreUnavailable,
  notBefore,
  WrongExpectedRevision,
  type AppendResult,
  type EventStore,
  type Position,
} from '@lacre/event-store';
import { traceparentOf } from '@lacre/tracing';

import type { CommandContext } from './command-context.ts';
import type { CommandHandler } from './command-handler.ts';
import type { Aggregate, Decision } from './decision.ts';
import { GroupCommit } from './group-commit.ts';
import { refusal, type Handled } from './handled.ts';
import {
  expectedOf,
  freshEvents,
  handledByThemselves,
  momentIn,
  repetition,
  type DecidedAppend,
  type Fresh,
  type Put,
} from './intent-events.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import type { OrderedCommand } from './ordered-command.ts';
import { StreamCache, type StreamState } from './stream-cache.ts';
import { StreamStates, type SnapshotsByAggregate, type StreamSources } from './stream-states.ts';
import { whenAvailable } from './when-available.ts';

/** Decisions made anew because of a concurrent append, before giving up. */
const MAX_DECISIONS = 20;
/** About 5,000 processes, some 40 MB. */
const CACHED_EVENTS = 150_000;

interface Asked<Command> {
  command: Command;
  context: CommandContext;
}

/** What is decided on: a state, and when its last event was. */
type Base<State> = Pick<StreamState<State>, 'state' | 'lastAt'>;

/** What a decision leaves: events of one moment, and the state after them. */
interface Change<State, Event extends DomainEvent> extends Omit<Put<State, Event>, 'known'> {
  moment: string;
}

export interface CommandHandlerOptions {
  eventStore: EventStore;
  now: () => Date;
  /** Events of streams that are kept folded in memory, at most. Default 150,000. */
  cachedEvents?: number | undefined;
  /** Of aggregates whose streams grow without end; without them every stream is folded from its first event. */
  snapshots?: SnapshotsByAggregate | undefined;
}

export function createCommandHandler(options: CommandHandlerOptions): CommandHandler {
  return new StoreCommandHandler(options);
}

class StoreCommandHandler implements CommandHandler {
  readonly #log: DomainLog;
  readonly #now: () => Date;
  readonly #cache: StreamCache;
  readonly #sources: StreamSources;
  readonly #mutex = new KeyedMutex();
  readonly #groups = new GroupCommit<Asked<unknown>, Handled<unknown>>(this.#mutex);

  constructor(options: CommandHandlerOptions) {
    this.#log = createDomainLog(options.eventStore);
    this.#now = options.now;
    this.#cache = new StreamCache(options.cachedEvents ?? CACHED_EVENTS);
    this.#sources = { log: this.#log, cache: this.#cache, snapshots: options.snapshots ?? new Map() };
  }

  async handle<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<Handled<State>> {
    const stream = aggregate.stream(id);
    try {
      if (aggregate.batched !== true)
        return await this.#mutex.run(stream, () => this.#decide(aggregate, stream, command, context));
      const together = (asked: readonly Asked<unknown>[]) =>
        this.#decideTogether(aggregate, stream, asked as readonly Asked<Command>[]);
      const traced = { ...context, traceparent: traceparentOf() };
      return (await this.#groups.run(stream, { command, context: traced }, together)) as Handled<State>;
    } catch (error) {
      if (error instanceof EventStoreUnavailable) return { ok: false, code: 'SERVICE_UNAVAILABLE' };
      throw error;
    }
  }

  async handleInOrder(
    asked: readonly OrderedCommand[],
    context: CommandContext,
  ): Promise<Position | undefined> {
    const decided = asked.map((command) =>
      command<DecidedAppend | undefined>((aggregate, id, given) =>
        this.#decideOnce(aggregate, aggregate.stream(id), given, context),
      ),
    );
    const all = decided.filter((each) => each !== undefined);
    if (all.length < asked.length) return undefined;
    // Commit points, one for each append. After a crash between two of them a repeat finds the ids of those made.
    const results = await whenAvailable(() => this.#log.appendInOrder(all.map(({ append }) => append))).catch(
      handledByThemselves,
    );
    const positions = all.map(({ noted }, index) => noted(results?.[index]));
    return positions.includes(undefined) ? undefined : positions.at(-1);
  }

  async load<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    id: string,
  ): Promise<State> {
    return (await this.#latest(aggregate, aggregate.stream(id))).state;
  }

  known<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    id: string,
  ): State | undefined {
    return this.#statesOf(aggregate).cached(aggregate.stream(id))?.state;
  }

  foresee<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    id: string,
    command: Command,
  ): Promise<void> {
    return this.#statesOf(aggregate).foresee(aggregate.stream(id), command);
  }

  forget(namingOf: (streams: readonly string[]) => Promise<readonly string[]>): Promise<void> {
    return this.#cache.forget(namingOf);
  }

  async repeated<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    id: string,
    context: CommandContext,
  ): Promise<Handled<State> | undefined> {
    return (await this.look(aggregate, id, context)).repeated;
  }

  async look<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    id: string,
    context: CommandContext,
  ): Promise<{ state: State; repeated: Handled<State> | undefined }> {
    const stream = aggregate.stream(id);
    const known = await this.#latest(aggregate, stream);
    return { state: known.state, repeated: repetition(known, stream, context) };
  }

  async #decide<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    stream: StreamOf<Event>,
    command: Command,
    context: CommandContext,
  ): Promise<Handled<State>> {
    // A cached state saves a read, but only an append proves it current: whatever appends nothing is decided on a
    // state read by this call.
    const cached = this.#statesOf(aggregate).cached(stream);
    let isRead = cached === undefined;
    let known = cached ?? (await this.#latest(aggregate, stream));
    for (let decisions = 1; decisions <= MAX_DECISIONS; decisions++) {
      known = await this.#ready(aggregate, stream, known, [command]);
      const earlier = repetition(known, stream, context);
      if (earlier !== undefined) return earlier;
      const { decision, change } = this.#decisionOn(aggregate, stream, known, { command, context });
      if (change !== undefined) {
        const position = await this.#put(aggregate, stream, { known, ...change });
        if (position !== undefined) return { ok: true, state: change.state, position, repeated: false };
        if (isRead) await sleep(Math.random() * 4 * decisions);
      } else if (isRead) {
        return decision.accepted
          ? { ok: true, state: known.state, position: known.position, repeated: true }
          : refusal(decision);
      }
      known = await this.#latest(aggregate, stream);
      isRead = true;
    }
    return { ok: false, code: 'CONCURRENT_CHANGE' };
  }

  /** Undefined where nothing is known of the stream, or nothing is to be appended to it. */
  #decideOnce<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    stream: StreamOf<Event>,
    command: Command,
    context: CommandContext,
  ): DecidedAppend | undefined {
    const states = this.#statesOf(aggregate);
    const known = states.restOnSnapshots ? undefined : states.cached(stream);
    if (known === undefined || repetition(known, stream, context) !== undefined) return undefined;
    const { change } = this.#decisionOn(aggregate, stream, known, { command, context });
    if (change === undefined) return undefined;
    const events = change.fresh.map(({ event }) => event);
    return {
      append: { stream, events, options: { expected: expectedOf(known) } },
      noted: (result: AppendResult | undefined) =>
        this.#noted(aggregate, stream, { known, ...change }, result),
    };
  }

  /**
   * Decides what came at once one after another, each on what the one before leaves, and stores it by one append. What
   * nothing is stored for, or what conflicts with another append, is then decided by itself.
   */
  async #decideTogether<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    stream: StreamOf<Event>,
    asked: readonly Asked<Command>[],
  ): Promise<Handled<State>[]> {
    const answers = asked.length === 1 ? [] : await this.#appendTogether(aggregate, stream, asked);
    const all: Handled<State>[] = [];
    for (const [index, { command, context }] of asked.entries())
      all.push(answers[index] ?? (await this.#decide(aggregate, stream, command, context)));
    return all;
  }

  /** Answers at the places of those that were stored. */
  async #appendTogether<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    stream: StreamOf<Event>,
    asked: readonly Asked<Command>[],
  ): Promise<(Handled<State> | undefined)[]> {
    const found = this.#statesOf(aggregate).cached(stream) ?? (await this.#latest(aggregate, stream));
    const commands = asked.map(({ command }) => command);
    const known = await this.#ready(aggregate, stream, found, commands);
    let reached: Base<State> = known;
    const keys = new Set<string>();
    const fresh: Fresh<Event>[] = [];
    const states = asked.map((one): State | undefined => {
      const { key } = one.context;
      if (keys.has(key) || repetition(known, stream, one.context) !== undefined) return undefined;
      const { change } = this.#decisionOn(aggregate, stream, reached, one);
      if (change === undefined) return undefined;
      keys.add(key);
      fresh.push(...change.fresh);
      reached = { state: change.state, lastAt: change.moment };
      return change.state;
    });
    const put = { known, fresh, state: reached.state };
    const position = fresh.length === 0 ? undefined : await this.#put(aggregate, stream, put);
    if (position === undefined) return [];
    return states.map((state) =>
      state === undefined ? undefined : { ok: true, state, position, repeated: false },
    );
  }

  /** What a command decides on a state, and, where that is events, what they leave. */
  #decisionOn<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    stream: StreamOf<Event>,
    { state, lastAt }: Base<State>,
    { command, context }: Asked<Command>,
  ): { decision: Decision<Event>; change?: Change<State, Event> } {
    const { moment, timed } = this.#timed(command, lastAt);
    const decision = aggregate.decide(timed, state);
    if (!decision.accepted || decision.events.length === 0) return { decision };
    const fresh = freshEvents(stream, decision.events, { context, moment });
    const left = decision.events.reduce((folded, event) => aggregate.evolve(folded, event), state);
    return { decision, change: { moment, fresh, state: left } };
  }

  /** An act has one moment: its own if it carries one, else now, and never one before the stream's last event. */
  #timed<Command>(command: Command, lastAt: string | undefined): { moment: string; timed: Command } {
    const own = momentIn(command);
    const moment = notBefore(own ?? this.#now().toISOString(), lastAt);
    return { moment, timed: own === undefined || own === moment ? command : { ...command, at: moment } };
  }

  /** Appends after `known`, which leaves `state`. Undefined when the stream was not there: it is to be read and decided on again. */
  async #put<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    stream: StreamOf<Event>,
    put: Put<State, Event>,
  ): Promise<Position | undefined> {
    const { known, fresh } = put;
    const expected = expectedOf(known);
    const events = fresh.map(({ event }) => event);
    const idsAreNew = this.#statesOf(aggregate).restOnSnapshots;
    // Commit point. After a crash before it nothing happened; after it, a repeat of the intent finds these ids.
    const result = await whenAvailable(() => this.#log.append(stream, events, { expected, idsAreNew })).catch(
      (error: unknown) => {
        if (error instanceof WrongExpectedRevision || error instanceof EventIdConflict) return undefined;
        throw error;
      },
    );
    return this.#noted(aggregate, stream, put, result);
  }

  /** Keeps what an append left. Undefined when it was not made where `known` says. */
  #noted<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    stream: StreamOf<Event>,
    { known, fresh, state }: Put<State, Event>,
    result: AppendResult | undefined,
  ): Position | undefined {
    // An answer for another revision is that of an earlier append with these ids: it is found by reading.
    if (result === undefined || result.revision !== known.revision + BigInt(fresh.length)) return undefined;
    const { position } = result;
    const noted = fresh.map(({ event, requestHash }) => ({ event, id: event.id, requestHash, position }));
    for (const { id, requestHash } of noted) known.appended.set(id, { requestHash, position });
    const lastAt = fresh.at(-1)?.event.metadata.occurredAt;
    this.#statesOf(aggregate).put(stream, { ...known, ...result, lastAt, state }, noted);
    return position;
  }

  /** The stream's state, from the cached one on. */
  #latest<State, Event extends DomainEvent>(
    aggregate: Aggregate<never, State, Event>,
    stream: StreamOf<Event>,
  ): Promise<StreamState<State, Event>> {
    return whenAvailable(() => this.#statesOf(aggregate).latest(stream));
  }

  /** What deciding on the commands looks at, read. */
  #ready<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
    stream: StreamOf<Event>,
    known: StreamState<State, Event>,
    commands: readonly Command[],
  ): Promise<StreamState<State, Event>> {
    return whenAvailable(() => this.#statesOf(aggregate).ready(stream, known, commands));
  }

  #statesOf<Command, State, Event extends DomainEvent>(
    aggregate: Aggregate<Command, State, Event>,
  ): StreamStates<Command, State, Event> {
    return new StreamStates(aggregate, this.#sources);
  }
}
