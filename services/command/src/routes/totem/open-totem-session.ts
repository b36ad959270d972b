import { defineRoute } from '../../define-route.ts';
import { openTotemSession } from '../../identity/person/totem-session.ts';

export const route = defineRoute('openTotemSession', (call, service) =>
  openTotemSession(service, call.body, call),
);
