import { streams, type ErrorCode, type PersonFields } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandContext } from '../decider/command-context.ts';
import { claimValue, type Claimed, type ClaimDependencies } from '../reservation/claim-value.ts';
import { release } from '../reservation/release.ts';
import type { CommandService } from '../service.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { person } from './decide-person.ts';

/** Where codes go: no two persons of a tenant share one unless the tenant allows it. */
export const UNIQUE_CONTACTS = [
  { kind: 'email', field: 'email', name: 'email', whenTaken: 'EMAIL_NOT_AVAILABLE' },
  { kind: 'phone', field: 'cellphoneNumber', name: 'celular', whenTaken: 'PHONENUMBER_NOT_AVAILABLE' },
] as const satisfies readonly {
  kind: 'email' | 'phone';
  field: keyof PersonFields;
  name: string;
  whenTaken: ErrorCode;
}[];
export type UniqueContact = (typeof UNIQUE_CONTACTS)[number];
export type Contacts = Pick<PersonFields, UniqueContact['field']>;

/** What stands beside the field of a contact that is taken. */
export const takenMessage = ({ name }: Pick<UniqueContact, 'name'>): string =>
  `Este ${name} já é de outra pessoa cadastrada`;

/** Whether the tenant lets persons share an e-mail or a mobile number. */
export async function sharesContacts(
  { handler }: Pick<CommandService, 'handler'>,
  tenantId: string,
): Promise<boolean> {
  const account = await handler.load(tenant, tenantId);
  return account.status === 'registered' && account.settings.sharedContacts === true;
}

/** Whether the person of the owner's stream has this contact now. */
export const holdsContact =
  ({ handler }: Pick<CommandService, 'handler'>, field: UniqueContact['field'], value: string) =>
  async (owner: string): Promise<boolean> => {
    const state = await handler.load(person, owner.slice(owner.indexOf('-') + 1));
    return state.status === 'registered' && state.fields[field] === value;
  };

/** Claims one contact for a person. Where contacts may be shared, one that is taken stays with its first holder. */
export async function claimContact(
  service: CommandService,
  context: CommandContext,
  {
    owner,
    contact,
    value,
    ...how
  }: { owner: string; contact: UniqueContact; value: string } & Pick<
    ClaimDependencies,
    'patienceMs' | 'waitedFor'
  >,
): Promise<Claimed> {
  const { handler, eventStore, digest, now } = service;
  const holds = holdsContact(service, contact.field, value);
  const claim = { kind: contact.kind, value, owner, scope: 'tenant', holds } as const;
  return claimValue({ handler, eventStore, digest, now, ...how }, claim, context);
}

/**
 * Makes what is new among the contacts the person's own. What was claimed and is then not used is given up by
 * `releaseUnusedContacts`, or, after a crash, taken over by the next claim.
 *
 * @throws Refusal EMAIL_NOT_AVAILABLE, PHONENUMBER_NOT_AVAILABLE, with the field
 */
export async function claimContacts(
  service: CommandService,
  context: CommandContext,
  personId: string,
  wanted: Contacts,
  before?: Contacts,
): Promise<void> {
  const owner = streams.person(personId);
  for (const contact of UNIQUE_CONTACTS) {
    const { field, whenTaken } = contact;
    const value = wanted[field];
    if (value === undefined || value === before?.[field]) continue;
    const patienceMs = service.dependencies.takeOverPatienceMs;
    const claimed = await claimContact(service, context, { owner, contact, value, patienceMs });
    if (claimed.ok) continue;
    if (claimed.code !== 'taken') throw new Refusal(claimed.code);
    if (!(await sharesContacts(service, context.tenantId)))
      throw new Refusal(whenTaken, { fieldErrors: [{ field, message: takenMessage(contact) }] });
  }
}

/** Gives up those of `values` that the person does not have now: of a refused command, or what an edit replaced. */
export async function releaseUnusedContacts(
  service: CommandService,
  context: CommandContext,
  personId: string,
  values: Contacts,
): Promise<void> {
  const owner = streams.person(personId);
  for (const { kind, field } of UNIQUE_CONTACTS) {
    const value = values[field];
    if (value === undefined || (await holdsContact(service, field, value)(owner))) continue;
    await release(service, context, { kind, value, owner, scope: 'tenant' });
  }
}
