import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { getAccount as get } from '../identity/user/account/get-account.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import type { CommandService } from '../service.ts';

export function getAccount(app: FastifyInstance, service: CommandService): void {
  route(app, 'getAccount', async (call) => get(service, await ownCall(service, call)));
}
