import { defineRoute } from '../../define-route.ts';
import { exportPerson } from '../../personal-data/export-person.ts';

export const route = defineRoute('exportPerson', async ({ principal, params, reply }, context) => {
  void reply.header('cache-control', 'no-store');
  await context.attempts.count('exportPerUser', principal.sub);
  const { tenantId } = principal;
  return exportPerson(context, { tenantId, personId: params.personId, now: context.now() });
});
