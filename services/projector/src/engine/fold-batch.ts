import type { LoggedEvent } from '@lacre/domain-log';
import { keyOfRow, type AnyRow, type AnyTable, type Change, type Sweep } from '@lacre/read-models';

import { Fold, isSweep, RowNotLoaded, type TableOutcome } from './fold.ts';
import { changesOf, factOf, type Projection } from './projection.ts';

/** Keys by table. */
type Keys = ReadonlyMap<AnyTable, readonly string[]>;

/** Reads the rows that exist among these keys, and adds them to what is known. */
export type LoadRows = (keys: Keys, know: Fold['know']) => Promise<unknown>;

/** Reads the rows that a sweep is about. */
export type FindRows = (sweep: Sweep) => Promise<readonly AnyRow[]>;

/** Why an event is parked that nothing is wrong with. */
export const EARLIER_IS_PARKED = 'an earlier event of its stream is parked';

/** A handler could not take an event: no fault of the database's. */
export class FoldFailure extends Error {
  constructor(event: LoggedEvent, cause: unknown) {
    super(`${event.type} at ${event.position} cannot be folded: ${String(cause)}`, { cause });
    this.name = 'FoldFailure';
  }
}

/**
 * Folds a batch in memory to one row per key. Only rows that may exist and are needed are loaded: a key that the batch
 * itself puts or removes before it reads it is known without asking. A row that follows from what another one says is
 * loaded when it comes to it.
 */
export async function foldBatch(
  projection: Projection,
  events: readonly LoggedEvent[],
  load: LoadRows,
  find: FindRows,
): Promise<ReadonlyMap<AnyTable, TableOutcome>> {
  const steps = events.map((event): Step => ({
    event,
    changes: guarded(event, () => changesOf(projection, factOf(event))),
  }));
  for (const step of steps) {
    if (!step.changes.some(isSweep)) continue;
    if (steps.length > 1) throw new Error(`${projection.name} sweeps without saying so`);
    step.changes = await swept(step, find);
  }
  const fold = new Fold();
  const know: Fold['know'] = (...rows) => fold.know(...rows);
  await load(keysToLoad(steps.map(({ changes }) => changes)), know);
  for (const step of steps) await applyTo(fold, step, load);
  const outcome = new Map(fold.touched);
  for (const [table, rows] of fold.takeAppended())
    outcome.set(table, new Map(rows.map((row) => [keyOfRow(table, row), row])));
  return outcome;
}

interface Step {
  event: LoggedEvent;
  changes: readonly Change[];
}

async function applyTo(fold: Fold, { event, changes }: Step, load: LoadRows): Promise<void> {
  for (;;) {
    try {
      return fold.apply(changes);
    } catch (error) {
      if (!(error instanceof RowNotLoaded)) throw new FoldFailure(event, error);
      await load(new Map([[error.table, [error.key]]]), (...rows) => fold.know(...rows));
    }
  }
}

/** The changes with every sweep in them carried out: what is left are changes by key. */
async function swept({ event, changes }: Step, find: FindRows): Promise<Change[]> {
  const done: Change[] = [];
  for (const change of changes) {
    if (!isSweep(change)) {
      done.push(change);
      continue;
    }
    for (const row of await find(change)) {
      const derived = guarded(event, () => change.derive(row));
      done.push(...(await swept({ event, changes: derived }, find)));
    }
  }
  return done;
}

function guarded<Result>(event: LoggedEvent, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new FoldFailure(event, error);
  }
}

function keysToLoad(steps: readonly (readonly Change[])[]): Keys {
  const seen = new Map<AnyTable, Set<string>>();
  const needed = new Map<AnyTable, string[]>();
  for (const changes of steps) {
    for (const change of changes) {
      if (isSweep(change)) continue;
      const { kind, table, key } = change;
      const known = getOrInsert(seen, table, () => new Set<string>());
      if (known.has(key)) continue;
      known.add(key);
      if (kind === 'edit' || kind === 'derive') getOrInsert(needed, table, () => []).push(key);
    }
  }
  return needed;
}

function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
