import type { LoggedEvent } from '@lacre/domain-log';
import type { AnyRow, AnyTable, Change, Sweep } from '@lacre/read-models';

import { changesOf, type Projection } from './projection.ts';

/** What a batch leaves of one table: one row per key that was touched, undefined where the row is gone. */
export type TableOutcome = ReadonlyMap<string, AnyRow | undefined>;
/** Reads the rows that exist among these keys. */
export type LoadRows = (table: AnyTable, keys: readonly string[]) => Promise<ReadonlyMap<string, AnyRow>>;

/** Reads the rows that a sweep is about. */
export type FindRows = (sweep: Sweep) => Promise<readonly AnyRow[]>;

/** A handler could not take an event: no fault of the database's. */
export class FoldFailure extends Error {
  constructor(event: LoggedEvent, cause: unknown) {
    super(`${event.type} at ${event.position} cannot be folded: ${String(cause)}`, { cause });
    this.name = 'FoldFailure';
  }
}

/**
 * Folds a batch in memory to one row per key. Only rows that may exist and are needed are loaded: a key that the batch
 * itself puts or removes before it reads it is known without asking.
 */
export async function foldBatch(
  projection: Projection,
  events: readonly LoggedEvent[],
  load: LoadRows,
  find: FindRows,
): Promise<Map<AnyTable, TableOutcome>> {
  const steps = events.map((event): Step => ({
    event,
    changes: guarded(event, () => changesOf(projection, event)),
  }));
  for (const step of steps) {
    if (!step.changes.some(isSweep)) continue;
    if (steps.length > 1) throw new Error(`${projection.name} sweeps without saying so`);
    step.changes = await swept(step, find);
  }
  const fold = new Fold();
  for (const [table, keys] of keysToLoad(steps.map(({ changes }) => changes))) {
    fold.know(table, await load(table, keys));
  }
  for (const { event, changes } of steps) guarded(event, () => fold.apply(changes));
  return fold.touched;
}

interface Step {
  event: LoggedEvent;
  changes: readonly Change[];
}

const isSweep = (change: Change): change is Sweep => change.kind === 'sweep';

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

function keysToLoad(steps: readonly (readonly Change[])[]): Map<AnyTable, string[]> {
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

class Fold {
  readonly touched = new Map<AnyTable, Map<string, AnyRow | undefined>>();
  readonly #loaded = new Map<AnyTable, ReadonlyMap<string, AnyRow>>();

  know(table: AnyTable, rows: ReadonlyMap<string, AnyRow>): void {
    this.#loaded.set(table, rows);
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (isSweep(change)) throw new Error('a sweep cannot follow from a row');
      const { table, key } = change;
      switch (change.kind) {
        case 'put':
          this.#set(table, key, change.row);
          break;
        case 'remove':
          this.#set(table, key, undefined);
          break;
        case 'edit':
          this.#set(table, key, change.edit(this.#get(table, key)));
          break;
        case 'derive':
          this.apply(change.derive(this.#get(table, key)));
          break;
      }
    }
  }

  #get(table: AnyTable, key: string): AnyRow | undefined {
    const touched = this.touched.get(table);
    return touched?.has(key) ? touched.get(key) : this.#loaded.get(table)?.get(key);
  }

  #set(table: AnyTable, key: string, row: AnyRow | undefined): void {
    getOrInsert(this.touched, table, () => new Map<string, AnyRow | undefined>()).set(key, row);
  }
}

function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
