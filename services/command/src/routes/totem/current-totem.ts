import { defineRoute } from '../../define-route.ts';
import { noteSeen, totemLanguageOf, totemOfCaller } from '../../person-access/totem-session.ts';

export const route = defineRoute('currentTotem', async ({ principal }, service) => {
  const totem = await totemOfCaller(service, principal);
  const language = await totemLanguageOf(service, principal);
  if (totem === undefined) return { totem: null, language };
  await noteSeen(service, totem, principal.tenantId);
  return { totem: { totemId: totem.totemId, name: totem.name }, language };
});
