import { ownCall } from '../../account/own-session.ts';
import { confirmEmail } from '../../account/verification.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('confirmEmail', async (call, service) => {
  await confirmEmail(service, call.body.link, await ownCall(service, call));
  return call.reply.send();
});
