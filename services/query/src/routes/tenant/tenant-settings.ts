import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { settingsOf } from '../../views/tenant-view.ts';

export const route = defineRoute('tenantSettings', async ({ principal, query }, { models, vlibrasUrl }) => {
  const freshness = { minPosition: query['min-position'], projections: ['account'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const row = await db.selectFrom('read.tenant').selectAll().executeTakeFirst();
    if (row === undefined) throw new Refusal('TENANT_NOT_FOUND');
    return settingsOf(row, vlibrasUrl);
  });
});
