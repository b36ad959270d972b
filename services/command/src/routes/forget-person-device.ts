import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { forgetDevice } from '../identity/person/forget-device.ts';
import type { CommandService } from '../service.ts';

export function forgetPersonDevice(app: FastifyInstance, service: CommandService): void {
  route(app, 'forgetPersonDevice', async ({ principal, params, client, request, reply }) => {
    await forgetDevice(service, principal, params.deviceId, { client, correlationId: request.id });
    return reply.send();
  });
}
