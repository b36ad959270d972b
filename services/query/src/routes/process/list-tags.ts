import { defineRoute } from '../../define-route.ts';
import { totalOf } from '../../reading/paging.ts';
import { reachesAll } from '../../reading/read-models.ts';

/** By name, each with how many of the processes that the caller reaches carry it. */
export const route = defineRoute('listTags', async ({ principal, query }, { models }) => {
  const freshness = {
    minPosition: query['min-position'],
    projections: ['process', 'process-count', 'tag'],
  } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const tags = db.selectFrom('read.tag as t').select(['t.tag_id', 't.name']).orderBy('t.sort_name');
    // For a caller who reaches all of them, as they were counted when they were tagged.
    const rows = reachesAll(principal)
      ? await tags
          .leftJoin('read.tag_count as c', 'c.tag_id', 't.tag_id')
          .select('c.processes as total')
          .execute()
      : await tags
          .select((e) =>
            e
              .selectFrom('read.process_tag as pt')
              .select((c) => c.fn.countAll<bigint>().as('total'))
              .whereRef('pt.tag_id', '=', 't.tag_id')
              .as('total'),
          )
          .execute();
    const items = rows.map((row) => ({
      tagId: row.tag_id,
      name: row.name,
      processes: totalOf({ total: row.total ?? 0 }),
    }));
    return { items };
  });
});
