import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { brandingOf } from '../../views/tenant-view.ts';

export const route = defineRoute('tenantBranding', async ({ params: { domain } }, { models }) => {
  const row = await models.ofDomain(domain, (db) =>
    db.selectFrom('read.tenant').selectAll().executeTakeFirst(),
  );
  if (row === undefined) throw new Refusal('TENANT_NOT_FOUND');
  return brandingOf(row, domain);
});
