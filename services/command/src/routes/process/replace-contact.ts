import { defineCommand } from '../../define-route.ts';
import { replaceContact } from '../../process/replace-contact.ts';

export const route = defineCommand('replaceContact', async (call, service, { context }) => ({
  position: await replaceContact(service, context, { ...call.params, ...call.body }),
}));
