import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { runCommand } from '../../run-command.ts';
import { promoteAdministrator } from '../../tenant/manage-administrators.ts';

export const route = defineRoute('promoteAdministrator', async (call, service) => {
  const { userId: by } = await ownCall(service, call, { recently: true });
  return runCommand(service, call, async ({ context, newId }) => {
    const granted = { userId: call.params.uid, grantId: newId('grant') };
    return { position: await promoteAdministrator(service, { context, by }, granted) };
  });
});
