import { getAccount } from '../../account/get-account.ts';
import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';

export const route = defineRoute('getAccount', async (call, service) =>
  getAccount(service, await ownCall(service, call)),
);
