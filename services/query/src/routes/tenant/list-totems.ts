import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('listTotems', async ({ principal, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['totem', 'account'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const rows = await db
      .selectFrom('read.totem as t')
      .leftJoin('read.user_account as u', 'u.user_id', 't.user_id')
      .leftJoin('command.totem_use as seen', 'seen.totem_id', 't.totem_id')
      .selectAll('t')
      .select(['u.name as user_name', 'seen.last_seen_at'])
      .orderBy('t.registered_at', 'desc')
      .orderBy('t.totem_id')
      .execute();
    return {
      items: rows.map((row) => ({
        totemId: row.totem_id,
        name: row.name,
        user: { userId: row.user_id, name: row.user_name },
        registeredAt: row.registered_at.toISOString(),
        lastSeenAt: row.last_seen_at?.toISOString() ?? null,
        revokedAt: row.revoked_at?.toISOString() ?? null,
      })),
    };
  });
});
