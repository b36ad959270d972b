import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { downloadOf, downloadsOf } from '../../views/download-view.ts';

export const route = defineRoute(
  'getDownload',
  async ({ principal, params: { downloadId }, query }, { models, now }) => {
    const freshness = { minPosition: query['min-position'], projections: ['download'] } as const;
    const row = await models.ofCaller(principal, freshness, (db) =>
      downloadsOf(db, principal.sub).where('d.download_id', '=', downloadId).executeTakeFirst(),
    );
    if (row === undefined) throw new Refusal('DOWNLOAD_NOT_FOUND');
    return downloadOf(row, now());
  },
);
