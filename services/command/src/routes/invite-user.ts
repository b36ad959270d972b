import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { assertProvenRegistration } from '../identity/proven-registration.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { user } from '../user/decide-user.ts';

export function inviteUser(app: FastifyInstance, service: CommandService): void {
  route(app, 'inviteUser', (call) =>
    runCommand(service, 'inviteUser', call, async ({ context, newId }) => {
      const { sub: userId, role, tenantId } = call.principal;
      await service.attempts.count('invitationPerUser', userId);
      await assertProvenRegistration(service, tenantId);
      const invite = {
        type: 'inviteAgain',
        by: { userId, role },
        tenantId,
        invitationId: newId('invitation'),
      } as const;
      const { position } = stored(await service.handler.handle(user, call.params.uid, invite, context));
      return { position };
    }),
  );
}
