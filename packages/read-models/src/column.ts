/** Columns of read tables: what Postgres keeps, what a fold sees of it, and what a query gets. */
import type { Position } from '@lacre/event-store';

export type PgType =
  | 'uuid'
  | 'text'
  | 'text[]'
  | 'timestamptz'
  | 'int4'
  | 'int8'
  | 'boolean'
  | 'jsonb'
  | 'tsvector';

/**
 * `Folded` is the value in a projection, `Selected` the one in a query's row (as `createPool` of `@lacre/postgres` reads
 * it). Both exist for the compiler only.
 */
export interface Column<Folded, Selected = Folded> {
  readonly type: PgType;
  readonly nullable: boolean;
  readonly types?: { folded: Folded; selected: Selected };
}

const column =
  <Folded, Selected = Folded>(type: PgType) =>
  (): Column<Folded, Selected> => ({ type, nullable: false });

export const uuid = column<string>('uuid');
/** Compared bytewise, so that order and prefix do not change with the machine's locale. */
export const text = column<string>('text');
export const textArray = column<string[]>('text[]');
/** Text that is one of these. */
export const oneOf = <Name extends string>(): Column<Name> => ({ type: 'text', nullable: false });
/** A place in the log. */
export const position = column<Position>('text');
/** ISO 8601 text in the fold; a row that was read back carries Postgres's own spelling of the same moment. */
export const instant = column<string, Date>('timestamptz');
/** As `instant`, with `-infinity` and `infinity`, which the driver reads as numbers. */
export const unboundedInstant = column<string, Date | number>('timestamptz');
export const integer = column<number>('int4');
/** An integer up to 2^53: beyond it a JavaScript number in the fold is no longer exact. */
export const bigInteger = column<number, bigint>('int8');
export const bool = column<boolean>('boolean');
/** What a search looks through: lexemes, each in single quotes. A row that was read back has them in order. */
export const lexemes = column<string>('tsvector');
export const json = <Value>(): Column<Value> => ({ type: 'jsonb', nullable: false });
export const nullable = <Folded, Selected>(
  inner: Column<Folded, Selected>,
): Column<Folded | null, Selected | null> => ({ type: inner.type, nullable: true });

export type ColumnSet = Readonly<Record<string, Column<unknown, unknown>>>;
export type FoldedOf<C> = C extends Column<infer Folded, unknown> ? Folded : never;
export type SelectedOf<C> = C extends Column<unknown, infer Selected> ? Selected : never;
