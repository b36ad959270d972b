import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { clientDeviceIdOf } from '../identity/person/presented-device.ts';
import type { CommandService } from '../service.ts';

export function listPersonDevices(app: FastifyInstance, { devices }: CommandService): void {
  route(app, 'listPersonDevices', async ({ principal, request }) => ({
    items: await devices.list(principal.sub, clientDeviceIdOf(request)),
  }));
}
