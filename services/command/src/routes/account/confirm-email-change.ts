import { confirmEmailChange } from '../../account/email-change.ts';
import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('confirmEmailChange', async (call, service) => {
  await confirmEmailChange(service, call.body.link, await ownCall(service, call));
  return call.reply.send();
});
