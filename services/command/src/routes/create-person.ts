import { streams } from '@lacre/contracts';
import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { person } from '../person/decide-person.ts';
import { claim } from '../reservation/claim.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function createPerson(app: FastifyInstance, service: CommandService): void {
  route(app, 'createPerson', (call) => {
    return runCommand(service, 'createPerson', call, async ({ context, newId }) => {
      const { cpf, ...fields } = call.body;
      const personId = newId('person');
      const owner = streams.person(personId);
      await claim(service, context, 'PERSON_CREATION_ERROR', {
        kind: 'cpf',
        value: cpf,
        owner,
        scope: 'tenant',
      });
      const create = { type: 'create', personId, tenantId: context.tenantId, cpf, fields } as const;
      const { position } = stored(await service.handler.handle(person, personId, create, context));
      return { position, personId };
    });
  });
}
