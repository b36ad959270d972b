import { startTotp } from '../../account/factors.ts';
import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('startTotp', async (call, service) =>
  startTotp(service, call.body.label, await ownCall(service, call, { recently: true })),
);
