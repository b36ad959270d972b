import { defineCommand } from '../../define-route.ts';
import { createPerson } from '../../person/create-person.ts';

export const route = defineCommand('createPerson', (call, service, command) =>
  createPerson(service, command, call.body),
);
