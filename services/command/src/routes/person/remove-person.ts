import { defineCommand } from '../../define-route.ts';
import { removePerson } from '../../person/remove-person.ts';

export const route = defineCommand('removePerson', async (call, service, { context }) => ({
  position: await removePerson(service, context, call.params.personId),
}));
