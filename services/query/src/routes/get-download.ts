import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { downloadOf, downloadsOf } from '../download-view.ts';
import type { ReadModels } from '../read-models.ts';

export function getDownloadRoute(app: FastifyInstance, models: ReadModels, now: () => Date): void {
  route(app, 'getDownload', async ({ principal, params: { downloadId }, query }) => {
    const freshness = { minPosition: query['min-position'], projections: ['download'] } as const;
    const row = await models.ofCaller(principal, freshness, (db) =>
      downloadsOf(db, principal.sub).where('d.download_id', '=', downloadId).executeTakeFirst(),
    );
    if (row === undefined) throw new Refusal('DOWNLOAD_NOT_FOUND');
    return downloadOf(row, now());
  });
}
