import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { downloadOf, downloadsOf } from '../../views/download-view.ts';

/** Each sees their own: a request is private to its user. */
export const route = defineRoute('listDownloads', async ({ principal, query }, { models, now }) => {
  const { pageSize } = query;
  const freshness = { minPosition: query['min-position'], projections: ['download'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const own = db.selectFrom('read.download').where('requester_id', '=', principal.sub);
    const counted = await countedPage(db, query, own);
    const newest = downloadsOf(db, principal.sub).orderBy('d.requested_at', 'desc').orderBy('d.download_id');
    const rows = await newest.limit(pageSize).offset(offsetOf(query)).execute();
    return { items: rows.map((row) => downloadOf(row, now())), ...counted };
  });
});
