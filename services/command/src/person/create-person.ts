import { streams, type PersonFields } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { PersonalData } from '@lacre/personal-data';

import { allInOrder } from '../decider/all-in-order.ts';
import type { RunningCommand } from '../decider/command-context.ts';
import { orThrow } from '../decider/or-throw.ts';
import { ordered } from '../decider/ordered-command.ts';
import { firstClaim, type ReservationParts } from '../reservation/claim-value.ts';
import { claim } from '../reservation/claim.ts';
import { ownerOf } from '../reservation/owner-of.ts';
import { person } from './decide-person.ts';
import {
  claimContacts,
  firstClaimsOfContacts,
  lookAtContacts,
  releaseUnusedContacts,
} from './unique-contacts.ts';

/**
 * Registers a person.
 *
 * 1. Reservations of e-mail and mobile, given up when one is refused, then of the CPF. A crash after them leaves values
 *    that the next claim takes over.
 * 2. PersonCreated with "no stream": the commit point.
 *
 * Where all of it is free, both are asked for together, each append to be made only once those before it are: a value
 * that was taken meanwhile leaves the same as a refusal of its claim.
 *
 * @throws Refusal PERSON_CREATION_ERROR, EMAIL_NOT_AVAILABLE, PHONENUMBER_NOT_AVAILABLE
 */
export async function createPerson(
  service: ReservationParts & { readonly personalData: PersonalData },
  { context, newId }: RunningCommand,
  { cpf, ...fields }: { cpf: string } & PersonFields,
) {
  const { handler, personalData } = service;
  const { tenantId } = context;
  const personId = newId('person');
  const owner = streams.person(personId);
  const create = { type: 'create', personId, tenantId, cpf, fields } as const;
  try {
    const [known] = await allInOrder([
      ownerOf(service, { kind: 'cpf', value: cpf, tenantId }),
      // What follows appends to these, and need not read them then.
      handler.load(person, personId),
      lookAtContacts(service, tenantId, fields),
      // What is encrypted for them needs it then.
      personalData.keys.forWriting([personId]),
    ]);
    // A registered CPF is refused as such, and not for the contacts that come with it.
    if (known !== undefined && known !== owner) throw new Refusal('PERSON_CREATION_ERROR');
    const contacts = firstClaimsOfContacts(service, tenantId, { owner, wanted: fields });
    const value = { kind: 'cpf', value: cpf, owner, scope: 'tenant' } as const;
    const together = [...contacts, firstClaim(service, tenantId, value), ordered(person, personId, create)];
    const position = await handler.handleInOrder(together, context);
    if (position !== undefined) return { position, personId };
    await claimContacts(service, context, personId, fields);
    await claim(service, context, 'PERSON_CREATION_ERROR', value);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The values of who was created and removed since may be of another registration now: the repeat still gets its answer.
    const earlier = await handler.repeated(person, personId, context);
    if (earlier?.ok === true) return { position: orThrow(earlier).position, personId };
    await releaseUnusedContacts(service, context, personId, fields);
    throw error;
  }
  const { position } = orThrow(await handler.handle(person, personId, create, context));
  return { position, personId };
}
