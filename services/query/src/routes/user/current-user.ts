import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { listedUserOf } from '../../views/user-view.ts';

export const route = defineRoute('currentUser', async ({ principal, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['account'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const account = await db
      .selectFrom('read.user_account')
      .selectAll()
      .where('user_id', '=', principal.sub)
      .executeTakeFirst();
    const tenant = await db
      .selectFrom('read.tenant')
      .select(['tenant_id as tenantId', 'name', 'domain'])
      .executeTakeFirst();
    if (account === undefined || tenant === undefined) throw new Refusal('AUTH_USER_NOT_FOUND');
    const { name: displayName, email_verified: emailVerified } = account;
    return { ...listedUserOf(account), displayName, emailVerified, tenant };
  });
});
