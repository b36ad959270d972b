import type { LoggedEvent } from '@lacre/domain-log';
import type { EventStore, Position } from '@lacre/event-store';
import type { AnyTable } from '@lacre/read-models';
import { DatabaseError, type ClientBase, type Pool, type QueryConfig } from 'pg';
import type { Logger } from 'pino';

import { moveCheckpoints } from './checkpoints.ts';
import { EARLIER_IS_PARKED, foldBatch, FoldFailure } from './fold-batch.ts';
import { parkEvents, parkedStreams } from './parked-events.ts';
import type { Projection } from './projection.ts';
import { findRows, loadRows, writingStatements } from './table-rows.ts';
import { comparePlaces, physicalTable, type Target } from './target.ts';
import { together } from './together.ts';
import { inTransaction } from './transaction.ts';

export interface EngineDeps {
  pool: Pool;
  eventStore: EventStore;
  logger: Logger;
}

/**
 * Folds a batch into the targets and moves their checkpoints, in one transaction. Commit point: its commit; a crash
 * before it leaves the rows and the checkpoint of the last batch, one after it those of this one. It does not wait for the
 * disk: a crash of the database may take rows and checkpoints back together, and ends the leader's connection, so that
 * they are folded again from there.
 *
 * An event that a target cannot take is found by halving and parked, and so are the later events of its stream, for
 * that target only. Failures that no event is to blame for (the database is away) are thrown.
 *
 * @returns the tables of which rows were written
 * @throws CheckpointMoved when another instance folds into one of the targets.
 */
export async function applyBatch(
  deps: EngineDeps,
  targets: readonly Target[],
  events: readonly LoggedEvent[],
  upTo: Position,
): Promise<ReadonlySet<AnyTable>> {
  const behind = targets.filter(({ place }) => comparePlaces(deps.eventStore, place, upTo) < 0);
  if (behind.length === 0) return new Set();
  let written: ReadonlySet<AnyTable>;
  try {
    written = await inTransaction(deps.pool, (client) => foldInto(deps, client, behind, events, upTo), {
      durable: false,
    });
  } catch (error) {
    if (!isEventsFault(error)) throw error;
    return applyInParts(deps, behind, events, upTo, error);
  }
  for (const target of behind) target.place = upTo;
  return written;
}

/** Which of several targets, then which of several events: the parts that do hold are applied on the way. */
async function applyInParts(
  deps: EngineDeps,
  targets: readonly Target[],
  events: readonly LoggedEvent[],
  upTo: Position,
  failure: unknown,
): Promise<ReadonlySet<AnyTable>> {
  const [target] = targets;
  const [event] = events;
  if (target === undefined || event === undefined) throw failure;
  let written = new Set<AnyTable>();
  if (targets.length > 1) {
    for (const each of targets) written = written.union(await applyBatch(deps, [each], events, upTo));
  } else if (events.length > 1) {
    const middle = Math.ceil(events.length / 2);
    const first = events.slice(0, middle);
    const before = await applyBatch(deps, targets, first, (first.at(-1) as LoggedEvent).position);
    written = written.union(before).union(await applyBatch(deps, targets, events.slice(middle), upTo));
  } else {
    await park(deps, target, event, upTo, failure);
  }
  return written;
}

/** Commit point: the parked row and the checkpoint that passes the event, together. */
async function park(
  deps: EngineDeps,
  target: Target,
  event: LoggedEvent,
  upTo: Position,
  failure: unknown,
): Promise<void> {
  deps.logger.error(
    { err: failure, target: target.id, stream: event.stream, position: event.position },
    'an event is parked: this read model goes on without it',
  );
  await inTransaction(deps.pool, async (client) => {
    await moveCheckpoints(client, [target], upTo);
    await parkEvents(client, target, [{ event, error: String(failure) }]);
  });
  target.place = upTo;
}

/**
 * The transaction's work, for callers that bring their own. Does not touch `target.place`: that follows the commit.
 *
 * @returns the tables of which rows are written
 */
export async function foldInto(
  deps: Pick<EngineDeps, 'eventStore'>,
  client: ClientBase,
  targets: readonly Target[],
  events: readonly LoggedEvent[],
  upTo: Position,
): Promise<ReadonlySet<AnyTable>> {
  const written = new Set<AnyTable>();
  if (events.length === 0) {
    await moveCheckpoints(client, targets, upTo);
    return written;
  }
  // Also where they are sent at once, the second is read once the first has the locks.
  const asked = { parked: new Map<string, Set<string>>() };
  await together(
    client,
    [
      () => moveCheckpoints(client, targets, upTo),
      async () => {
        asked.parked = await parkedStreams(client, targets);
      },
    ],
    (ask) => ask(),
  );
  const { parked } = asked;
  const outcomes: Outcome[] = [];
  const plain: Part[] = [];
  for (const target of targets) {
    const ahead = eventsAfter(deps.eventStore, target, events);
    const streams = parked.get(target.id);
    const blocked = streams === undefined ? [] : ahead.filter(({ stream }) => streams.has(stream));
    const free = streams === undefined ? ahead : ahead.filter(({ stream }) => !streams.has(stream));
    await parkEvents(
      client,
      target,
      blocked.map((event) => ({ event, error: EARLIER_IS_PARKED })),
    );
    const parts = partsOf(target.projection, free);
    if (!parts.some(({ sweeps }) => sweeps)) {
      plain.push(...parts.map((part) => ({ target, events: part.events })));
      continue;
    }
    for (const part of parts) {
      // What is swept must be written.
      if (part.sweeps) await runStatements(client, statementsOf(outcomes.splice(0)));
      outcomes.push(await foldPart(client, { target, events: part.events }, written));
      if (part.sweeps) await runStatements(client, statementsOf(outcomes.splice(0)));
    }
  }
  outcomes.push(...(await together(client, plain, (part) => foldPart(client, part, written))));
  await runStatements(client, statementsOf(outcomes));
  return written;
}

interface Part {
  target: Target;
  events: readonly LoggedEvent[];
}

/** @param written the tables of which rows are written, added to */
async function foldPart(
  client: ClientBase,
  { target, events }: Part,
  written: Set<AnyTable>,
): Promise<Outcome> {
  const tables = await foldEvents(client, target, events);
  for (const table of tables.keys()) written.add(table);
  return { target, tables };
}

/** Folds events into a target's tables, and nothing else. */
export async function writeEvents(
  client: ClientBase,
  target: Target,
  events: readonly LoggedEvent[],
): Promise<void> {
  for (const part of partsOf(target.projection, events)) {
    const tables = await foldEvents(client, target, part.events);
    await runStatements(client, statementsOf([{ target, tables }]));
  }
}

/** The events as they are folded together: an event that sweeps by itself, those between two of these at once. */
function partsOf(
  { sweeps = [] }: Projection,
  events: readonly LoggedEvent[],
): { sweeps: boolean; events: readonly LoggedEvent[] }[] {
  if (sweeps.length === 0) return [{ sweeps: false, events }];
  const types = new Set<string>(sweeps);
  const parts: { sweeps: boolean; events: LoggedEvent[] }[] = [];
  for (const event of events) {
    const isSweep = types.has(event.type);
    const last = parts.at(-1);
    if (last === undefined || last.sweeps || isSweep) parts.push({ sweeps: isSweep, events: [event] });
    else last.events.push(event);
  }
  return parts;
}

interface Outcome {
  target: Target;
  tables: Awaited<ReturnType<typeof foldBatch>>;
}

function foldEvents(
  client: ClientBase,
  target: Target,
  events: readonly LoggedEvent[],
): Promise<Outcome['tables']> {
  return foldBatch(
    target.projection,
    events,
    (needed, know) =>
      together(client, needed, async ([table, keys]) =>
        know(table, keys, await loadRows(client, table, physicalTable(target, table), keys)),
      ),
    (sweep) => findRows(client, sweep, physicalTable(target, sweep.table)),
  );
}

function* statementsOf(outcomes: readonly Outcome[]): Generator<QueryConfig> {
  for (const { target, tables } of outcomes)
    for (const [table, rows] of tables) yield* writingStatements(table, physicalTable(target, table), rows);
}

const runStatements = (client: ClientBase, statements: Iterable<QueryConfig>): Promise<unknown> =>
  together(client, statements, (statement) => client.query(statement));

function eventsAfter(
  store: Pick<EventStore, 'comparePositions'>,
  target: Target,
  events: readonly LoggedEvent[],
): readonly LoggedEvent[] {
  const [first] = events;
  if (first === undefined || comparePlaces(store, target.place, first.position) < 0) return events;
  return events.filter(({ position }) => comparePlaces(store, target.place, position) < 0);
}

/**
 * SQLSTATE classes that speak of the values given: cardinality, data, integrity, program limits (an index entry too
 * large). Everything else is the database's or the release's trouble, and parking events would only spread it.
 */
const VALUE_CLASSES = new Set(['21', '22', '23', '54']);

export function isEventsFault(error: unknown): boolean {
  if (error instanceof FoldFailure) return true;
  return error instanceof DatabaseError && VALUE_CLASSES.has(error.code?.slice(0, 2) ?? '');
}
