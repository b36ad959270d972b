import { sql } from 'kysely';

import { defineRoute } from '../../define-route.ts';
import { anyOf } from '../../reading/any-of.ts';
import { countedPage, offsetOf, type CountedPage, type Page } from '../../reading/paging.ts';
import type { Reader } from '../../reading/read-models.ts';
import { patternsOf } from '../../reading/search.ts';
import { personOf } from '../../views/person-view.ts';

export const route = defineRoute('listPersons', async ({ principal, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['person'] } as const;
  const patterns = patternsOf(query.search);
  return models.ofCaller(principal, freshness, async (db) => {
    const persons = db.selectFrom('read.person').selectAll().orderBy('sort_name').orderBy('person_id');
    if (patterns === undefined) {
      const counted = await countedPage(db, query, db.selectFrom('read.person'));
      const rows = await persons.limit(query.pageSize).offset(offsetOf(query)).execute();
      return { items: rows.map(personOf), ...counted };
    }
    const { personIds, counted } = await foundPage(db, query, patterns);
    const rows =
      personIds.length === 0 ? [] : await persons.where('person_id', '=', anyOf(personIds)).execute();
    return { items: rows.map(personOf), ...counted };
  });
});

/** Keys of one page of the persons who meet a pattern of each word, and how many there are, as far as they are counted. */
async function foundPage(
  db: Reader,
  { page, pageSize }: Page,
  patterns: readonly (readonly string[])[],
): Promise<{ personIds: string[]; counted: CountedPage }> {
  const { rows } = await sql<{ person_id: string | null; total: bigint; is_at_least: boolean }>`
    select * from read.person_page(${JSON.stringify(patterns)}::jsonb, ${pageSize}::integer,
      ${offsetOf({ page, pageSize })}::bigint)`.execute(db);
  const [first] = rows;
  return {
    // A page beyond the last has the total in a row of its own.
    personIds: rows.flatMap(({ person_id: id }) => (id === null ? [] : [id])),
    counted: {
      total: Number(first?.total ?? 0),
      totalIsAtLeast: first?.is_at_least ?? false,
      page,
      pageSize,
    },
  };
}
