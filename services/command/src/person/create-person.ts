import { streams, type PersonFields } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { claim } from '../reservation/claim.ts';
import { stored, type RunningCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { person } from './decide-person.ts';

/** Registers a person, whose CPF becomes their own first. Commit point: PersonCreated with "no stream". @throws Refusal */
export async function createPerson(
  service: CommandService,
  { context, newId }: RunningCommand,
  { cpf, ...fields }: { cpf: string } & PersonFields,
) {
  const { handler } = service;
  const { tenantId } = context;
  const personId = newId('person');
  const value = { kind: 'cpf', value: cpf, owner: streams.person(personId), scope: 'tenant' } as const;
  try {
    await claim(service, context, 'PERSON_CREATION_ERROR', value);
  } catch (error) {
    // The CPF of who was created and removed since may be of another registration now: the repeat still gets its answer.
    const earlier = await handler.repeated(person, personId, context);
    if (!(error instanceof Refusal) || earlier?.ok !== true) throw error;
    return { position: stored(earlier).position, personId };
  }
  const create = { type: 'create', personId, tenantId, cpf, fields } as const;
  const { position } = stored(await handler.handle(person, personId, create, context));
  return { position, personId };
}
