/** Declaring read tables, and what an event may do to single rows of them. */
import type { ColumnSet, FoldedOf, SelectedOf } from './column.ts';

/** A row as a fold sees it. */
export type RowOf<T> =
  T extends Table<string, infer Columns> ? { [Name in keyof Columns]: FoldedOf<Columns[Name]> } : never;
/** A row as a query gets it. */
export type SelectedRowOf<T> =
  T extends Table<string, infer Columns> ? { [Name in keyof Columns]: SelectedOf<Columns[Name]> } : never;
/** A row as the engine handles it. */
export type AnyRow = Readonly<Record<string, unknown>>;
export type AnyTable = Pick<Table<string, ColumnSet>, 'name' | 'columns' | 'options'>;

export interface TableOptions {
  key: readonly string[];
  /** Bodies of `create index on … `: `using gin (search_text gin_trgm_ops)`, `(tenant_id, created_at desc)`. */
  indexes?: readonly string[];
  /** Each row is put once, and then neither read, changed nor removed: a build writes it as soon as it is there. */
  appendOnly?: true;
  /** Columns the fold neither reads nor writes, as DDL with defaults: what a worker notes beside the folded row. */
  extraColumns?: readonly string[];
  /** Keys are found by what is in the column `search_text`, through the function `<table>_found(pattern)`. */
  searchable?: true;
  /** SQL run when the table's view is published: `view` is the name readers use, `readable` what bounds them. */
  onPublish?: (names: { view: string; readable: string; role: string }) => string;
  /** SQL conditions under which the query role may read a row besides that of its own tenant. */
  alsoReadableWhere?: string;
  /** SQL condition, besides the tenant's, without which the query role may not read a row: see `reach.ts`. */
  reach?: string;
}

/** What one event does to one row. */
export type Change =
  | { kind: 'put'; table: AnyTable; key: string; row: AnyRow }
  | { kind: 'remove'; table: AnyTable; key: string }
  | { kind: 'edit'; table: AnyTable; key: string; edit: (row: AnyRow | undefined) => AnyRow | undefined }
  | { kind: 'derive'; table: AnyTable; key: string; derive: (row: AnyRow | undefined) => readonly Change[] }
  | Sweep;

/** What one event does to every row that holds something, whatever its key. */
export interface Sweep {
  kind: 'sweep';
  table: AnyTable;
  /** SQL over the table's columns that is compared with `value`: a column's name, or text such as `requester->>'userId'`. */
  where: string;
  value: string;
  derive: (row: AnyRow) => readonly Change[];
}

/** Separates the parts of a composite key: no uuid and no kind holds it. */
const KEY_SEPARATOR = '\u001F';

export const keyParts = (key: string): string[] => key.split(KEY_SEPARATOR);
export const keyOfRow = (table: AnyTable, row: AnyRow): string =>
  table.options.key.map((name) => String(row[name])).join(KEY_SEPARATOR);

/** An event changes a row that no event made: its stream's beginning is missing or parked. */
export class MissingRow extends Error {
  constructor(table: AnyTable, key: string) {
    super(`no row ${keyParts(key).join(', ')} in ${table.name}`);
    this.name = 'MissingRow';
  }
}

export class Table<Name extends string, Columns extends ColumnSet> {
  readonly name: Name;
  readonly columns: Columns;
  readonly options: TableOptions;

  constructor(name: Name, columns: Columns, options: TableOptions) {
    this.name = name;
    this.columns = columns;
    this.options = options;
  }

  /** The row is this, whatever was there: nothing needs to be read for it. */
  put(row: RowOf<Table<Name, Columns>>): Change {
    return { kind: 'put', table: this, key: keyOfRow(this, row), row };
  }

  /** The row as it follows from what was there; undefined in is no row, undefined out removes it. */
  evolve(
    key: readonly string[],
    evolve: (row: RowOf<Table<Name, Columns>> | undefined) => RowOf<Table<Name, Columns>> | undefined,
  ): Change {
    return {
      kind: 'edit',
      table: this,
      key: key.join(KEY_SEPARATOR),
      edit: evolve as (row: AnyRow | undefined) => AnyRow | undefined,
    };
  }

  /** As `evolve`, for a row that must be there. */
  edit(
    key: readonly string[],
    edit: (row: RowOf<Table<Name, Columns>>) => Partial<RowOf<Table<Name, Columns>>>,
  ): Change {
    return this.evolve(key, (row) => {
      if (row === undefined) throw new MissingRow(this, key.join(KEY_SEPARATOR));
      return { ...row, ...edit(row) };
    });
  }

  remove(key: readonly string[]): Change {
    return { kind: 'remove', table: this, key: key.join(KEY_SEPARATOR) };
  }

  /**
   * Changes that follow from each row that holds `value`; only in handlers of types that the projection names in
   * `sweeps`. Looks through the whole table unless an index helps: for what happens seldom.
   */
  sweep(
    where: string,
    value: string,
    derive: (row: RowOf<Table<Name, Columns>>) => readonly Change[],
  ): Change {
    return { kind: 'sweep', table: this, where, value, derive: derive as (row: AnyRow) => readonly Change[] };
  }

  /** Changes that follow from what this row says. A row that they edit and that no event names costs a round trip a batch. */
  derive(
    key: readonly string[],
    derive: (row: RowOf<Table<Name, Columns>> | undefined) => readonly Change[],
  ): Change {
    return {
      kind: 'derive',
      table: this,
      key: key.join(KEY_SEPARATOR),
      derive: derive as (row: AnyRow | undefined) => readonly Change[],
    };
  }
}

export const table = <const Name extends string, const Columns extends ColumnSet>(
  name: Name,
  columns: Columns,
  options: TableOptions,
): Table<Name, Columns> => new Table(name, columns, options);
