import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { requestEmailChange as request } from '../identity/user/account/email-change.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import type { CommandService } from '../service.ts';

export function requestEmailChange(app: FastifyInstance, service: CommandService): void {
  route(app, 'requestEmailChange', async (call) =>
    request(service, call.body.email, await ownCall(service, call, { recently: true })),
  );
}
