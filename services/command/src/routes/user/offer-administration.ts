import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { runCommand } from '../../run-command.ts';
import { offerAdministration } from '../../tenant/manage-administrators.ts';

export const route = defineRoute('offerAdministration', async (call, service) => {
  const { userId: by } = await ownCall(service, call, { recently: true });
  return runCommand(service, call, ({ context, newId }) => {
    const offer = { userId: call.body.uid, offerId: newId('offer') };
    return offerAdministration(service, { context, by }, offer);
  });
});
