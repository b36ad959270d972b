import { defineRoute } from '../../define-route.ts';
import { holdsEveryWord } from '../../reading/search.ts';
import { listedUserOf } from '../../views/user-view.ts';

export const route = defineRoute('listUsers', async ({ principal, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['account'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const found = holdsEveryWord('search_text', query.search);
    const rows = await db
      .selectFrom('read.user_account')
      .selectAll()
      .$if(found !== undefined, (list) => list.where(found as NonNullable<typeof found>))
      .orderBy('sort_name')
      .orderBy('user_id')
      .execute();
    const users = Map.groupBy(rows.map(listedUserOf), ({ role }) => role);
    return {
      administrators: users.get('administrator') ?? [],
      managers: users.get('manager') ?? [],
      commonUsers: users.get('common') ?? [],
      totems: users.get('totem') ?? [],
      total: rows.length,
    };
  });
});
