import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('listDomains', async ({ principal, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['account'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const rows = await db
      .selectFrom('read.tenant_domain as d')
      .innerJoin('read.tenant as t', 't.tenant_id', 'd.tenant_id')
      .select(['d.domain', 'd.kind', 'd.added_at', 't.domain as primary'])
      .orderBy('d.kind', 'desc')
      .orderBy('d.added_at')
      .orderBy('d.domain')
      .execute();
    const items = rows.map(({ domain, kind, added_at: addedAt, primary }) => ({
      domain,
      kind,
      primary: kind === 'login' && domain === primary,
      addedAt: addedAt.toISOString(),
    }));
    return { items };
  });
});
