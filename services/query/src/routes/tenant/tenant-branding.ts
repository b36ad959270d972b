import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { brandingOf } from '../../views/tenant-view.ts';

export const route = defineRoute('tenantBranding', async ({ params: { domain } }, { models }) => {
  const row = await models.ofDomain(domain, (db) =>
    db.selectFrom('read.tenant').selectAll().executeTakeFirst(),
  );
  if (row === undefined) throw new Refusal('TENANT_NOT_FOUND');
  if (row.moved_to !== null) throw new Refusal('TENANT_MOVED', { extensions: { address: row.moved_to } });
  return brandingOf(row, domain);
});
