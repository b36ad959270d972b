import { defineRoute } from '../../define-route.ts';
import { totalOf } from '../../reading/paging.ts';

/** By name, each with how many of the processes that the caller reaches carry it. */
export const route = defineRoute('listTags', async ({ principal, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['process', 'tag'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const rows = await db
      .selectFrom('read.tag as t')
      .select((e) => [
        't.tag_id',
        't.name',
        e
          .selectFrom('read.process_tag as pt')
          .select((c) => c.fn.countAll<bigint>().as('total'))
          .whereRef('pt.tag_id', '=', 't.tag_id')
          .as('total'),
      ])
      .orderBy('t.sort_name')
      .execute();
    const items = rows.map((row) => ({
      tagId: row.tag_id,
      name: row.name,
      processes: totalOf({ total: row.total ?? 0 }),
    }));
    return { items };
  });
});
