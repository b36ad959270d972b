import { ERASED, folded } from '@lacre/contracts';

/**
 * What a search looks through: the parts that are there, folded. Identifiers stand bare among them; what was erased is
 * not there.
 */
export const searchText = (...parts: readonly (string | undefined)[]): string =>
  folded(parts.filter((part) => part !== undefined && part !== ERASED).join('\n'));
