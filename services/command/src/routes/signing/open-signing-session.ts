import { defineRoute } from '../../define-route.ts';
import { personDeviceCookie } from '../../identity/cookies.ts';
import { openSigningSession } from '../../identity/person/person-session.ts';
import { presentedDeviceOf } from '../../identity/person/presented-device.ts';
import { isSecure } from '../../service.ts';

export const route = defineRoute('openSigningSession', async ({ body, client, request, reply }, service) => {
  const device = presentedDeviceOf(request);
  const { answer, remembered } = await openSigningSession(service, body, {
    client,
    correlationId: request.id,
    device,
  });
  if (remembered !== undefined)
    personDeviceCookie.set(reply, remembered.secret, remembered.expiresAt, { isSecure: isSecure(service) });
  return answer;
});
