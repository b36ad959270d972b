import { defineRoute } from '../../define-route.ts';
import { sessionCookie } from '../../identity/cookies.ts';
import { deleteAccount } from '../../identity/user/account/delete-account.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';
import { isSecure } from '../../service.ts';

export const route = defineRoute('deleteAccount', async (call, service) => {
  await deleteAccount(service, await ownCall(service, call, { recently: true }));
  sessionCookie.clear(call.reply, { isSecure: isSecure(service) });
  return call.reply.send();
});
