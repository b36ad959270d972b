import { ERASED, folded, namesWith, type FieldTable } from '@lacre/contracts';

/**
 * What a search looks through: the parts that are there, folded. Identifiers stand bare among them; what was erased is
 * not there.
 */
export const searchText = (...parts: readonly (string | undefined)[]): string =>
  folded(parts.filter((part) => part !== undefined && part !== ERASED).join('\n'));

/**
 * What a register is searched by, as its table of fields says. A new field needs no rebuild of the rows, for no row has
 * it yet; one that begins to be searched, or ends, does: a new version of the projection.
 */
export const searchTextOf = <Table extends FieldTable>(
  table: Table,
  values: Readonly<Partial<Record<keyof Table & string, string | readonly string[] | undefined>>>,
): string => searchText(...namesWith(table, 'searched').flatMap((name) => values[name] ?? []));
