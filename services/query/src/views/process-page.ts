import { searchQuery, type QueryOf } from '@lacre/contracts';
import { sql } from 'kysely';

import type { Reader } from '../reading/read-models.ts';

/** What a page of processes is asked for by, with the defaults filled in. */
export type ProcessPageQuery = Pick<
  QueryOf<'listProcesses'>,
  'search' | 'tagId' | 'companyId' | 'createdFrom' | 'createdBefore'
> & {
  filter: keyof typeof STATUS | 'all';
  page: number;
  pageSize: number;
};

/** What the filters stand for: pending waits for a participant, finished ended with its signatures. */
const STATUS = {
  pending: 'waiting',
  finished: 'finished',
  rejected: 'rejected',
  canceled: 'canceled',
} as const;

/** Keys of one page of processes, newest first, and how many there are, as far as they are counted. */
export async function processPage(
  db: Reader,
  tenantId: string,
  asked: ProcessPageQuery,
): Promise<{ processIds: string[]; total: number; totalIsAtLeast: boolean }> {
  const tagsOf = asked.search === undefined ? () => [] : await tagsByWords(db);
  const query = searchQuery(tenantId, {
    ...(asked.search === undefined ? {} : { search: asked.search }),
    ...(asked.tagId === undefined ? {} : { withTag: asked.tagId }),
    tagsOf,
  });
  const status = asked.filter === 'all' ? null : STATUS[asked.filter];
  const { companyId = null, createdFrom = null, createdBefore = null, page, pageSize } = asked;
  const { rows } = await sql<{ process_id: string | null; total: bigint; is_at_least: boolean }>`
    select * from read.process_page(${query ?? null}, ${status}, ${companyId}::uuid, ${createdFrom}::timestamptz,
      ${createdBefore}::timestamptz, ${pageSize}::integer, ${(page - 1) * pageSize}::bigint)`.execute(db);
  // A page beyond the last has the total in a row of its own.
  const processIds = rows.flatMap(({ process_id: id }) => (id === null ? [] : [id]));
  const [first] = rows;
  return { processIds, total: Number(first?.total ?? 0), totalIsAtLeast: first?.is_at_least ?? false };
}

/** The tenant's tags that match words: each of them begins a word of the tag's name. They are few. */
async function tagsByWords(db: Reader): Promise<(words: readonly string[]) => string[]> {
  const tags = await db.selectFrom('read.tag').select(['tag_id', 'words']).execute();
  return (words) =>
    words.length === 0
      ? []
      : tags
          .filter((tag) => words.every((word) => tag.words.some((own) => own.startsWith(word))))
          .map((tag) => tag.tag_id);
}
