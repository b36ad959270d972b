import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { token } from '../token/decide-token.ts';

export function revokeToken(app: FastifyInstance, service: CommandService): void {
  route(app, 'revokeToken', (call) =>
    runCommand(service, 'revokeToken', call, async ({ context }) => {
      const { sub: userId, role, tenantId } = call.principal;
      const revoke = { type: 'revoke', tenantId, by: { userId, role } } as const;
      const { position } = stored(await service.handler.handle(token, call.params.tokenId, revoke, context));
      return { position };
    }),
  );
}
