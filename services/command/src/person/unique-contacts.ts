import { streams, type PersonFields } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import type { OrderedCommand } from '../decider/ordered-command.ts';
import type { Claimed, ClaimWait, OwnershipParts, ReservationParts } from '../reservation/claim-value.ts';
import {
  claimField,
  claimFields,
  firstClaims,
  lookAtFields,
  placedValues,
  releaseFields,
  valueKey,
  type PlacedValue,
  type UniqueField,
  type UniqueFields,
  type ReleaseParts,
} from '../reservation/unique-fields.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { person } from './decide-person.ts';

/** How a person is reached: no two persons of a tenant share one unless the tenant allows it. */
export const UNIQUE_CONTACTS = [
  { kind: 'email', field: 'email', name: 'email', whenTaken: 'EMAIL_NOT_AVAILABLE' },
  { kind: 'email', field: 'emails', name: 'email', whenTaken: 'EMAIL_NOT_AVAILABLE' },
  { kind: 'phone', field: 'cellphoneNumber', name: 'celular', whenTaken: 'PHONENUMBER_NOT_AVAILABLE' },
] as const satisfies readonly (UniqueField<keyof PersonFields> & { name: string })[];
export type UniqueContact = (typeof UNIQUE_CONTACTS)[number];
export type Contacts = Pick<PersonFields, UniqueContact['field']>;

/** How a message names the value: what stands in a field with others by itself. */
export const spokenOf = ({ field, name }: { field: string; name: string }, value: string): string =>
  field === 'emails' ? `O ${name} ${value}` : `Este ${name}`;

/** What stands beside the field of a contact that is taken. */
export const takenMessage = (contact: UniqueContact, value: string): string =>
  `${spokenOf(contact, value)} já é de outra pessoa cadastrada`;

/** Whether the tenant lets persons share an e-mail or a mobile number. */
export async function sharesContacts(
  { handler }: { handler: CommandHandler },
  tenantId: string,
): Promise<boolean> {
  const account = await handler.load(tenant, tenantId);
  return account.status === 'registered' && account.settings.sharedContacts === true;
}

const CONTACTS: UniqueFields<UniqueContact> = {
  fields: UNIQUE_CONTACTS,
  scope: 'tenant',
  holds:
    ({ handler }, kind, value) =>
    async (owner) => {
      const state = await handler.load(person, owner.slice(owner.indexOf('-') + 1));
      return (
        state.status === 'registered' &&
        placedValues(UNIQUE_CONTACTS, state.fields).some(
          (held) => held.unique.kind === kind && held.value === value,
        )
      );
    },
  // Where contacts may be shared, one that is taken stays with its first holder.
  whenTaken: async (service, { tenantId }, { unique, path, value }) => {
    if (await sharesContacts(service, tenantId)) return;
    const fieldErrors = [{ field: path, message: takenMessage(unique, value) }];
    throw new Refusal(unique.whenTaken, { fieldErrors });
  },
};

/** One person has a contact once, whatever the tenant shares. */
function assertOnce(contacts: readonly PlacedValue<UniqueContact>[]): void {
  const seen = new Set<string>();
  for (const contact of contacts) {
    const { unique, path, value } = contact;
    if (seen.has(valueKey(contact))) {
      const message = `${spokenOf(unique, value)} aparece mais de uma vez neste cadastro`;
      throw new Refusal(unique.whenTaken, { fieldErrors: [{ field: path, message }] });
    }
    seen.add(valueKey(contact));
  }
}

/** Reads whose the contacts are, all at once, for a claim that follows. */
export const lookAtContacts = (service: OwnershipParts, tenantId: string, wanted: Contacts): Promise<void> =>
  lookAtFields(CONTACTS, service, tenantId, wanted);

/** The claims of all contacts of a person who is not there yet. @throws Refusal where one of them comes twice */
export function firstClaimsOfContacts(
  service: OwnershipParts,
  tenantId: string,
  { owner, wanted }: { owner: string; wanted: Contacts },
): OrderedCommand[] {
  assertOnce(placedValues(UNIQUE_CONTACTS, wanted));
  return firstClaims(CONTACTS, service, tenantId, { owner, wanted });
}

/** Whether the person of the owner's stream has this contact now. */
export const holdsContact = CONTACTS.holds;

/** Claims one contact for a person. */
export const claimContact = (
  service: ReservationParts,
  context: CommandContext,
  { contact: field, ...rest }: { owner: string; contact: UniqueContact; value: string } & ClaimWait,
): Promise<Claimed> => claimField(CONTACTS, service, context, { field, ...rest });

/**
 * Makes what is new among the contacts the person's own.
 * @throws Refusal EMAIL_NOT_AVAILABLE, PHONENUMBER_NOT_AVAILABLE, with the field
 */
export async function claimContacts(
  service: ReservationParts,
  context: CommandContext,
  personId: string,
  wanted: Contacts,
  before?: Contacts,
): Promise<void> {
  assertOnce(placedValues(UNIQUE_CONTACTS, wanted));
  await claimFields(CONTACTS, service, context, { owner: streams.person(personId), wanted, before });
}

/** Gives up those of `values` that the person does not have now: of a refused command, or what an edit replaced. */
export const releaseUnusedContacts = (
  service: ReleaseParts,
  context: CommandContext,
  personId: string,
  values: Contacts,
): Promise<void> => releaseFields(CONTACTS, service, context, { owners: [streams.person(personId)], values });
