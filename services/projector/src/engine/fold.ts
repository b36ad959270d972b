import type { AnyRow, AnyTable, Change, Sweep } from '@lacre/read-models';

/** The rows of one table that were touched: undefined where the row is gone. */
export type TableOutcome = ReadonlyMap<string, AnyRow | undefined>;

export const isSweep = (change: Change): change is Sweep => change.kind === 'sweep';

interface Kept {
  readonly rows: Map<string, AnyRow | undefined>;
  /** Keys by what a sweep asked for once. */
  readonly indexes: Map<string, RowIndex>;
}

interface Undo {
  kept: Kept;
  key: string;
  had: boolean;
  row: AnyRow | undefined;
}

/** A change was asked for that the declaration of its table excludes. */
class NotAppendOnly extends Error {
  constructor({ name }: AnyTable) {
    super(`rows of ${name} are put once and never changed`);
    this.name = 'NotAppendOnly';
  }
}

/** A change follows from a row that its event does not name, and was not asked for yet: none of its event's are applied. */
export class RowNotLoaded extends Error {
  readonly table: AnyTable;
  readonly key: string;

  constructor(table: AnyTable, key: string) {
    super(`${table.name} ${key} is not loaded`);
    this.name = 'RowNotLoaded';
    this.table = table;
    this.key = key;
  }
}

/** Rows of a projection's tables in memory, and what changes make of them. */
export class Fold {
  readonly #kept = new Map<AnyTable, Kept>();
  /** Rows as they stand in the tables: undefined where there is none. */
  readonly #loaded = new Map<AnyTable, Map<string, AnyRow | undefined>>();
  readonly #appended = new Map<AnyTable, AnyRow[]>();
  /** What the changes at hand go back to if one of them throws; entries are used again. */
  readonly #undo: Undo[] = [];
  #changes = 0;
  readonly #appendedBefore = new Map<AnyTable, number>();
  readonly #isComplete: boolean;
  #size = 0;

  /** @param kept `everything`: a row that is not kept here does not exist, so that none need be kept as gone */
  constructor(kept?: 'everything') {
    this.#isComplete = kept === 'everything';
  }

  /** What differs from the tables, but for rows of tables that are appended to. */
  get touched(): ReadonlyMap<AnyTable, TableOutcome> {
    return new Map([...this.#kept].map(([table, { rows }]) => [table, rows]));
  }

  /** How many rows are kept. */
  get size(): number {
    return this.#size;
  }

  /** The rows of these keys as they stand in the table, which has none of the others. */
  know(table: AnyTable, keys: readonly string[], rows: ReadonlyMap<string, AnyRow>): void {
    let loaded = this.#loaded.get(table);
    if (loaded === undefined) this.#loaded.set(table, (loaded = new Map()));
    for (const key of keys) loaded.set(key, rows.get(key));
  }

  /** Rows put since the last call into tables that are appended to. */
  takeAppended(): [AnyTable, readonly AnyRow[]][] {
    const taken = [...this.#appended];
    this.#appended.clear();
    return taken;
  }

  /**
   * All of the changes, or none of them when one throws.
   *
   * @throws RowNotLoaded for a row that must be known first
   */
  apply(changes: readonly Change[]): void {
    this.#changes = 0;
    if (this.#appendedBefore.size > 0) this.#appendedBefore.clear();
    try {
      this.#applyEach(changes);
    } catch (error) {
      this.#takeBack();
      throw error;
    }
  }

  /** The touched rows that a sweep is about, in the order of their keys. */
  rowsOf({ table, where, value }: Sweep): AnyRow[] {
    const kept = this.#keptOf(table);
    let index = kept.indexes.get(where);
    if (index === undefined) {
      index = new RowIndex(where);
      for (const [key, row] of kept.rows) index.move(key, undefined, row);
      kept.indexes.set(where, index);
    }
    return index
      .keysOf(value)
      .map((key) => kept.rows.get(key))
      .filter((row) => row !== undefined);
  }

  #applyEach(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === 'sweep') throw new Error('a sweep cannot follow from a row');
      const { kind, table, key } = change;
      if (table.options.appendOnly === true) {
        if (kind !== 'put') throw new NotAppendOnly(table);
        this.#append(table, change.row);
        continue;
      }
      const kept = this.#keptOf(table);
      switch (kind) {
        case 'put':
          this.#set(kept, key, change.row);
          break;
        case 'remove':
          this.#set(kept, key, undefined);
          break;
        case 'edit':
          this.#set(kept, key, change.edit(this.#get(kept, table, key)));
          break;
        case 'derive':
          this.#applyEach(change.derive(this.#get(kept, table, key)));
          break;
      }
    }
  }

  #keptOf(table: AnyTable): Kept {
    let kept = this.#kept.get(table);
    if (kept === undefined) this.#kept.set(table, (kept = { rows: new Map(), indexes: new Map() }));
    return kept;
  }

  #get({ rows }: Kept, table: AnyTable, key: string): AnyRow | undefined {
    const row = rows.get(key);
    if (row !== undefined || this.#isComplete || rows.has(key)) return row;
    const loaded = this.#loaded.get(table);
    if (loaded?.has(key) !== true) throw new RowNotLoaded(table, key);
    return loaded.get(key);
  }

  #set(kept: Kept, key: string, row: AnyRow | undefined): void {
    const { rows, indexes } = kept;
    const former = rows.get(key);
    const had = former !== undefined || rows.has(key);
    const isKept = row !== undefined || !this.#isComplete;
    if (!had && !isKept) return;
    this.#remember(kept, key, had, former);
    if (indexes.size > 0) for (const index of indexes.values()) index.move(key, former, row);
    if (isKept) rows.set(key, row);
    else rows.delete(key);
    this.#size += Number(isKept) - Number(had);
  }

  #append(table: AnyTable, row: AnyRow): void {
    let rows = this.#appended.get(table);
    if (rows === undefined) this.#appended.set(table, (rows = []));
    if (!this.#appendedBefore.has(table)) this.#appendedBefore.set(table, rows.length);
    rows.push(row);
  }

  #remember(kept: Kept, key: string, had: boolean, row: AnyRow | undefined): void {
    const used = this.#undo[this.#changes];
    if (used === undefined) this.#undo.push({ kept, key, had, row });
    else {
      used.kept = kept;
      used.key = key;
      used.had = had;
      used.row = row;
    }
    this.#changes += 1;
  }

  #takeBack(): void {
    for (const [table, length] of this.#appendedBefore) {
      const rows = this.#appended.get(table);
      if (rows !== undefined) rows.length = length;
    }
    for (const { kept, key, had, row } of this.#undo.slice(0, this.#changes).toReversed()) {
      for (const index of kept.indexes.values()) index.move(key, kept.rows.get(key), row);
      this.#size += Number(had) - Number(kept.rows.has(key));
      if (had) kept.rows.set(key, row);
      else kept.rows.delete(key);
    }
  }
}

/** Keys of rows by what they hold in a column, or in a member of one: `requester->>'userId'`. */
class RowIndex {
  readonly #column: string;
  readonly #member: string | undefined;
  readonly #keys = new Map<unknown, Set<string>>();

  constructor(where: string) {
    const [, column = where, member] = /^(\w+)->>'(\w+)'$/.exec(where) ?? [];
    if (!/^\w+$/.test(column)) throw new Error(`a sweep compares a column or a member of one, not ${where}`);
    this.#column = column;
    this.#member = member;
  }

  keysOf(value: string): string[] {
    return [...(this.#keys.get(value) ?? [])].toSorted();
  }

  move(key: string, from: AnyRow | undefined, to: AnyRow | undefined): void {
    if (from !== undefined) this.#keys.get(this.#valueOf(from))?.delete(key);
    if (to === undefined) return;
    const value = this.#valueOf(to);
    const keys = this.#keys.get(value);
    if (keys === undefined) this.#keys.set(value, new Set([key]));
    else keys.add(key);
  }

  #valueOf(row: AnyRow): unknown {
    const held = row[this.#column];
    return this.#member === undefined ? held : (held as Record<string, unknown> | null)?.[this.#member];
  }
}
