import { askedLanguage } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { openSigningSession } from '../../person-access/person-session.ts';
import { presentedDeviceOf } from '../../person-access/presented-device.ts';
import { personDeviceCookie } from '../../sign-in/cookies.ts';

export const route = defineRoute('openSigningSession', async ({ body, client, request, reply }, service) => {
  const device = presentedDeviceOf(request);
  const { answer, remembered } = await openSigningSession(
    service,
    { ...body, language: askedLanguage(request) },
    {
      client,
      correlationId: request.id,
      device,
    },
  );
  if (remembered !== undefined)
    personDeviceCookie.set(reply, remembered.secret, remembered.expiresAt, service);
  return answer;
});
