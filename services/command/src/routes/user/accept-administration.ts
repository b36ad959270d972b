import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { runCommand } from '../../run-command.ts';
import { acceptAdministration } from '../../tenant/manage-administrators.ts';

export const route = defineRoute('acceptAdministration', async (call, service) => {
  const { userId: by } = await ownCall(service, call, { recently: true });
  return runCommand(service, call, async ({ context }) => ({
    position: await acceptAdministration(service, { context, by }, call.params.offerId),
  }));
});
