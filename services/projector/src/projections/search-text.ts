import { ERASED } from '@lacre/contracts';

/** Letters without accents, in lower case: `São João` → `sao joao`, so that a search finds either spelling. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * What a search looks through: the parts that are there, folded. Identifiers stand bare among them; what was erased is
 * not there.
 */
export const searchText = (...parts: readonly (string | undefined)[]): string =>
  folded(parts.filter((part) => part !== undefined && part !== ERASED).join('\n'));
