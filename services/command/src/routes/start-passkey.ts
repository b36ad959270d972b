import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { startPasskey as start } from '../identity/user/account/passkeys.ts';
import type { CommandService } from '../service.ts';

export function startPasskey(app: FastifyInstance, service: CommandService): void {
  route(app, 'startPasskey', async (call) =>
    start(service, await ownCall(service, call, { recently: true })),
  );
}
