import { defineCommand } from '../../define-route.ts';
import { editPerson } from '../../person/edit-person.ts';

export const route = defineCommand('editPerson', async (call, service, { context }) => ({
  position: await editPerson(service, context, call.params.personId, call.body),
}));
