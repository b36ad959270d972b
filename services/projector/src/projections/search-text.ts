import { folded } from '@lacre/contracts';

/** What a search looks through: the parts that are there, folded. Identifiers stand bare among them. */
export const searchText = (...parts: readonly (string | undefined)[]): string =>
  folded(parts.filter((part) => part !== undefined).join('\n'));
