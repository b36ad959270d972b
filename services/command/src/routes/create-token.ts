import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { issueToken } from '../token/issue-token.ts';

export function createToken(app: FastifyInstance, service: CommandService): void {
  route(app, 'createToken', async (call) => {
    await ownCall(service, call, { recently: true });
    const issued = await runCommand(service, 'createToken', call, async (command) => {
      await service.attempts.count('tokenPerUser', call.principal.sub);
      return issueToken(service, command, { ...call.body, issuer: call.principal });
    });
    return { ...issued, token: service.tokenSecrets.secretOf(issued.tokenId) };
  });
}
