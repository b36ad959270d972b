import { defineRoute } from '../../define-route.ts';
import { getAccount } from '../../identity/user/account/get-account.ts';
import { ownCall } from '../../identity/user/account/own-session.ts';

export const route = defineRoute('getAccount', async (call, service) =>
  getAccount(service, await ownCall(service, call)),
);
