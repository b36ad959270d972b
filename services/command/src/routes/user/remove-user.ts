import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { runCommand } from '../../run-command.ts';
import { removeUser } from '../../user/manage-users.ts';

export const route = defineRoute('removeUser', async (call, service) => {
  await ownCall(service, call, { recently: true });
  return runCommand(service, call, async (command) => ({
    position: await removeUser(service, command, { userId: call.params.uid, by: call.principal }),
  }));
});
