import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { finishPasskey as finish } from '../identity/user/account/passkeys.ts';
import type { CommandService } from '../service.ts';

export function finishPasskey(app: FastifyInstance, service: CommandService): void {
  route(app, 'finishPasskey', async (call) =>
    finish(service, call.body, await ownCall(service, call, { recently: true })),
  );
}
