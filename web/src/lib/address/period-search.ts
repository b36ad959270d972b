import { listSearch } from './list-search.ts';
import { readPeriod, type Period } from './period.ts';

const readList = listSearch(['all']);

/** The address of a list by period. */
export function readPeriodSearch(raw: Record<string, unknown>): Period & { page?: number } {
  const { page } = readList(raw);
  return { ...readPeriod(raw), ...(page === undefined ? {} : { page }) };
}
