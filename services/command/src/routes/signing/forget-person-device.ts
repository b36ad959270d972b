import { defineRoute } from '../../define-route.ts';
import { forgetDevice } from '../../person-access/forget-device.ts';

export const route = defineRoute(
  'forgetPersonDevice',
  async ({ principal, params, client, request, reply }, service) => {
    await forgetDevice(service, principal, params.deviceId, { client, correlationId: request.id });
    return reply.send();
  },
);
