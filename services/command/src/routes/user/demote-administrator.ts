import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { runCommand } from '../../run-command.ts';
import { demoteAdministrator } from '../../tenant/manage-administrators.ts';

export const route = defineRoute('demoteAdministrator', async (call, service) => {
  const { userId: by } = await ownCall(service, call, { recently: true });
  return runCommand(service, call, async ({ context }) => ({
    position: await demoteAdministrator(service, { context, by }, call.params.uid),
  }));
});
