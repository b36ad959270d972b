import { defineRoute } from '../../define-route.ts';
import { exportUser } from '../../personal-data/export-user.ts';

export const route = defineRoute('exportUser', async ({ principal, params, reply }, context) => {
  void reply.header('cache-control', 'no-store');
  await context.attempts.count('exportPerUser', principal.sub);
  const { tenantId } = principal;
  return exportUser(context, { tenantId, userId: params.uid, now: context.now() });
});
