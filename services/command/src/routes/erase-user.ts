import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { erase } from '../erasure/erase.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function eraseUser(app: FastifyInstance, service: CommandService): void {
  route(app, 'eraseUser', async (call) => {
    await ownCall(service, call, { recently: true });
    return runCommand(service, 'eraseUser', call, async ({ context }) => {
      const { uid: id } = call.params;
      const subject = { kind: 'user', id, tenantId: context.tenantId } as const;
      return { position: await erase(service, context, subject, call.body.reason) };
    });
  });
}
