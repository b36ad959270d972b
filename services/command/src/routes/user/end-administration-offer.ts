import { defineCommand } from '../../define-route.ts';
import { endAdministrationOffer } from '../../tenant/manage-administrators.ts';

export const route = defineCommand('endAdministrationOffer', async (call, service, { context }) => {
  const by = call.principal.sub;
  const { offerId } = call.params;
  return { position: await endAdministrationOffer(service, { context, by }, offerId) };
});
