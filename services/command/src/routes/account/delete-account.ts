import { deleteAccount } from '../../account/delete-account.ts';
import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { sessionCookie } from '../../sign-in/cookies.ts';

export const route = defineRoute('deleteAccount', async (call, service) => {
  await deleteAccount(service, await ownCall(service, call, { recently: true }));
  sessionCookie.clear(call.reply, service);
  return call.reply.send();
});
