import { sql } from 'kysely';

import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { holdsEveryWord } from '../../reading/search.ts';
import { statusAt, tokenOf } from '../../views/token-view.ts';

export const route = defineRoute('listTokens', async ({ principal, query }, { models, now }) => {
  const { pageSize, search, filter } = query;
  const freshness = { minPosition: query['min-position'], projections: ['api-token', 'account'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const found = holdsEveryWord('t.search_text', search);
    const status = statusAt(now());
    const tokens = db
      .selectFrom('read.api_token as t')
      .$if(found !== undefined, (list) => list.where(found as NonNullable<typeof found>))
      .$if(filter !== 'all', (list) => list.where(sql<boolean>`${status} = ${filter}`));
    const counted = await countedPage(db, query, tokens);
    const rows = await tokens
      .leftJoin('read.user_account as u', 'u.user_id', 't.issuer_id')
      .leftJoin('command.token_use as used', 'used.token_id', 't.token_id')
      .selectAll('t')
      .select(['u.name as issuer_name', 'used.last_used_at', status.as('status')])
      .orderBy('t.created_at', 'desc')
      .orderBy('t.token_id')
      .limit(pageSize)
      .offset(offsetOf(query))
      .execute();
    return { items: rows.map(tokenOf), ...counted };
  });
});
