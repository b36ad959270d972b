import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { startTotp as start } from '../identity/user/account/factors.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import type { CommandService } from '../service.ts';

export function startTotp(app: FastifyInstance, service: CommandService): void {
  route(app, 'startTotp', async (call) =>
    start(service, call.body.label, await ownCall(service, call, { recently: true })),
  );
}
