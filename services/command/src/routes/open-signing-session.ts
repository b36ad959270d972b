import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { personDeviceCookie } from '../identity/cookies.ts';
import { openSigningSession as open } from '../identity/person/person-session.ts';
import { presentedDeviceOf } from '../identity/person/presented-device.ts';
import { isSecure, type CommandService } from '../service.ts';

export function openSigningSession(app: FastifyInstance, service: CommandService): void {
  route(app, 'openSigningSession', async ({ body, client, request, reply }) => {
    const device = presentedDeviceOf(request);
    const { answer, remembered } = await open(service, body, { client, correlationId: request.id, device });
    if (remembered !== undefined)
      personDeviceCookie.set(reply, remembered.secret, remembered.expiresAt, { isSecure: isSecure(service) });
    return answer;
  });
}
