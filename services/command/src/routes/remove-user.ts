import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { removeUser as remove } from '../user/manage-users.ts';

export function removeUser(app: FastifyInstance, service: CommandService): void {
  route(app, 'removeUser', (call) =>
    runCommand(service, 'removeUser', call, async (command) => ({
      position: await remove(service, command, { userId: call.params.uid, by: call.principal }),
    })),
  );
}
