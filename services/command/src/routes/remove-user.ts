import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { removeUser as remove } from '../user/manage-users.ts';

export function removeUser(app: FastifyInstance, service: CommandService): void {
  route(app, 'removeUser', async (call) => {
    await ownCall(service, call, { recently: true });
    return runCommand(service, 'removeUser', call, async (command) => ({
      position: await remove(service, command, { userId: call.params.uid, by: call.principal }),
    }));
  });
}
