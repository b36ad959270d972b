/** Declaring the tables of a projection: columns with their Postgres types, and changes to single rows by key. */

export type PgType = 'uuid' | 'text' | 'timestamptz' | 'int4' | 'int8' | 'boolean' | 'jsonb' | 'tsvector';

/** `Value` is what the fold sees; it exists for the compiler only. */
export interface Column<Value> {
  readonly type: PgType;
  readonly nullable: boolean;
  readonly value?: Value;
}

const column =
  <Value>(type: PgType) =>
  (): Column<Value> => ({ type, nullable: false });

export const uuid = column<string>('uuid');
/** Compared bytewise, so that order and prefix do not change with the machine's locale. */
export const text = column<string>('text');
/** ISO 8601 text in the fold; a row that was read back carries Postgres's own spelling of the same moment. */
export const instant = column<string>('timestamptz');
export const integer = column<number>('int4');
/** An integer up to 2^53: beyond it a JavaScript number is no longer exact. */
export const bigInteger = column<number>('int8');
export const bool = column<boolean>('boolean');
/** What a search looks through: lexemes, each in single quotes. A row that was read back has them in order. */
export const lexemes = column<string>('tsvector');
export const json = <Value>(): Column<Value> => ({ type: 'jsonb', nullable: false });
export const nullable = <Value>(inner: Column<Value>): Column<Value | null> => ({
  type: inner.type,
  nullable: true,
});

export type ColumnSet = Readonly<Record<string, Column<unknown>>>;
type ValueOf<C> = C extends Column<infer Value> ? Value : never;
export type RowOf<T> =
  T extends Table<infer Columns> ? { [Name in keyof Columns]: ValueOf<Columns[Name]> } : never;
/** A row as the engine handles it. */
export type AnyRow = Readonly<Record<string, unknown>>;
export type AnyTable = Pick<Table<ColumnSet>, 'name' | 'columns' | 'options'>;

export interface TableOptions {
  key: readonly string[];
  /** Bodies of `create index on … `: `using gin (search_text gin_trgm_ops)`, `(tenant_id, created_at desc)`. */
  indexes?: readonly string[];
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

export class Table<Columns extends ColumnSet> {
  readonly name: string;
  readonly columns: Columns;
  readonly options: TableOptions;

  constructor(name: string, columns: Columns, options: TableOptions) {
    this.name = name;
    this.columns = columns;
    this.options = options;
  }

  /** The row is this, whatever was there: nothing needs to be read for it. */
  put(row: RowOf<Table<Columns>>): Change {
    return { kind: 'put', table: this, key: keyOfRow(this, row), row };
  }

  /** The row as it follows from what was there; undefined in is no row, undefined out removes it. */
  evolve(
    key: readonly string[],
    evolve: (row: RowOf<Table<Columns>> | undefined) => RowOf<Table<Columns>> | undefined,
  ): Change {
    return {
      kind: 'edit',
      table: this,
      key: key.join(KEY_SEPARATOR),
      edit: evolve as (row: AnyRow | undefined) => AnyRow | undefined,
    };
  }

  /** As `evolve`, for a row that must be there. */
  edit(key: readonly string[], edit: (row: RowOf<Table<Columns>>) => Partial<RowOf<Table<Columns>>>): Change {
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
  sweep(where: string, value: string, derive: (row: RowOf<Table<Columns>>) => readonly Change[]): Change {
    return { kind: 'sweep', table: this, where, value, derive: derive as (row: AnyRow) => readonly Change[] };
  }

  /** Changes that follow from what this row says. They may put, remove or edit rows this batch made, not others. */
  derive(
    key: readonly string[],
    derive: (row: RowOf<Table<Columns>> | undefined) => readonly Change[],
  ): Change {
    return {
      kind: 'derive',
      table: this,
      key: key.join(KEY_SEPARATOR),
      derive: derive as (row: AnyRow | undefined) => readonly Change[],
    };
  }
}

export const table = <const Columns extends ColumnSet>(
  name: string,
  columns: Columns,
  options: TableOptions,
): Table<Columns> => new Table(name, columns, options);
