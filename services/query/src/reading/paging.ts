import { COUNTED_AHEAD } from '@lacre/contracts';
import { sql, type SelectQueryBuilder } from 'kysely';

import type { Reader } from './read-models.ts';

export interface Page {
  page: number;
  pageSize: number;
}

/** The page that was asked for, and how many rows there are, as far as they are counted. */
export interface CountedPage extends Page {
  total: number;
  /** There are more than `total`. */
  totalIsAtLeast: boolean;
}

export const offsetOf = ({ page, pageSize }: Page): number => (page - 1) * pageSize;

/** The count query's answer: pg gives a count as bigint. */
export const totalOf = (row: { total: bigint | number | string } | undefined): number =>
  Number(row?.total ?? 0);

/**
 * Counts the rows of a list, no further than a thousand beyond the page: counting every row would take longer the more
 * of them there are, on each page.
 */
export async function countedPage<DB, TB extends keyof DB>(
  db: Reader,
  { page, pageSize }: Page,
  rows: SelectQueryBuilder<DB, TB, object>,
): Promise<CountedPage> {
  const most = mostCounted({ page, pageSize });
  const some = rows.select(sql<number>`1`.as('one')).limit(most + 1);
  const { rows: counted } = await sql<{
    total: bigint;
  }>`select count(*) as total from (${some}) as counted`.execute(db);
  return countedOf({ page, pageSize }, counted[0]);
}

/** How far the rows of a list are counted. */
export const mostCounted = (page: Page): number => offsetOf(page) + COUNTED_AHEAD;

/** What a count that ended one beyond `mostCounted` says. */
export function countedOf(page: Page, row: { total: bigint } | undefined): CountedPage {
  const [total, most] = [totalOf(row), mostCounted(page)];
  return { ...page, total: Math.min(total, most), totalIsAtLeast: total > most };
}
