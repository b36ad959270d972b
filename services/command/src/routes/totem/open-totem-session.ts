import { defineRoute } from '../../define-route.ts';
import { openTotemSession } from '../../person-access/totem-session.ts';

export const route = defineRoute('openTotemSession', (call, service) =>
  openTotemSession(service, call.body, call),
);
