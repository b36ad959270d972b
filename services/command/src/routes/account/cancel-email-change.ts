import { cancelEmailChange } from '../../account/email-change.ts';
import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('cancelEmailChange', async (call, service) => {
  await cancelEmailChange(service, await ownCall(service, call));
  return call.reply.send();
});
