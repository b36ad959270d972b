import { streams, type PersonFields } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandContext } from '../decider/command-context.ts';
import type { Claimed, ClaimDependencies } from '../reservation/claim-value.ts';
import {
  claimField,
  claimFields,
  releaseFields,
  type UniqueField,
  type UniqueFields,
} from '../reservation/unique-fields.ts';
import type { CommandService } from '../service.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { person } from './decide-person.ts';

/** Where codes go: no two persons of a tenant share one unless the tenant allows it. */
export const UNIQUE_CONTACTS = [
  { kind: 'email', field: 'email', name: 'email', whenTaken: 'EMAIL_NOT_AVAILABLE' },
  { kind: 'phone', field: 'cellphoneNumber', name: 'celular', whenTaken: 'PHONENUMBER_NOT_AVAILABLE' },
] as const satisfies readonly (UniqueField<keyof PersonFields> & { name: string })[];
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

const CONTACTS: UniqueFields<UniqueContact> = {
  fields: UNIQUE_CONTACTS,
  scope: 'tenant',
  holds:
    ({ handler }, field, value) =>
    async (owner) => {
      const state = await handler.load(person, owner.slice(owner.indexOf('-') + 1));
      return state.status === 'registered' && state.fields[field] === value;
    },
  // Where contacts may be shared, one that is taken stays with its first holder.
  whenTaken: async (service, { tenantId }, contact) => {
    const { field, whenTaken } = contact;
    if (await sharesContacts(service, tenantId)) return;
    throw new Refusal(whenTaken, { fieldErrors: [{ field, message: takenMessage(contact) }] });
  },
};

/** Whether the person of the owner's stream has this contact now. */
export const holdsContact = CONTACTS.holds;

/** Claims one contact for a person. */
export const claimContact = (
  service: CommandService,
  context: CommandContext,
  {
    contact: field,
    ...rest
  }: { owner: string; contact: UniqueContact; value: string } & Pick<
    ClaimDependencies,
    'patienceMs' | 'waitedFor'
  >,
): Promise<Claimed> => claimField(CONTACTS, service, context, { field, ...rest });

/**
 * Makes what is new among the contacts the person's own.
 * @throws Refusal EMAIL_NOT_AVAILABLE, PHONENUMBER_NOT_AVAILABLE, with the field
 */
export const claimContacts = (
  service: CommandService,
  context: CommandContext,
  personId: string,
  wanted: Contacts,
  before?: Contacts,
): Promise<void> =>
  claimFields(CONTACTS, service, context, { owner: streams.person(personId), wanted, before });

/** Gives up those of `values` that the person does not have now: of a refused command, or what an edit replaced. */
export const releaseUnusedContacts = (
  service: CommandService,
  context: CommandContext,
  personId: string,
  values: Contacts,
): Promise<void> => releaseFields(CONTACTS, service, context, { owners: [streams.person(personId)], values });
