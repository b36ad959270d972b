import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { finalizeFactor as finalize } from '../identity/user/account/factors.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import type { CommandService } from '../service.ts';

export function finalizeFactor(app: FastifyInstance, service: CommandService): void {
  route(app, 'finalizeFactor', async (call) =>
    finalize(service, { ...call.params, ...call.body }, await ownCall(service, call, { recently: true })),
  );
}
