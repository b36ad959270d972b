import { streams } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import type { ReservationParts } from '../reservation/claim-value.ts';
import {
  claimFields,
  releaseFields,
  type UniqueField,
  type UniqueFields,
  type ReleaseParts,
} from '../reservation/unique-fields.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { user } from './decide-user.ts';
import { userOf, type UserProfile } from './state.ts';

/** The user whose values an owner's stream stands for: that of a tenant is its administrator's. */
async function holderOf({ handler }: { handler: CommandHandler }, owner: string) {
  const id = owner.slice(owner.indexOf('-') + 1);
  if (owner === streams.user(id)) return handler.load(user, id);
  const account = await handler.load(tenant, id);
  return account.status === 'registered' ? handler.load(user, account.administratorId) : undefined;
}

/** Whether a change of address may still be taken back to this one. */
const isTakenBack = (
  { now }: { now: () => Date },
  found: ReturnType<typeof userOf>,
  email: string,
): boolean =>
  found?.formerEmails.some((each) => each.email === email && each.undoUntil > now().toISOString()) ?? false;

/** What no two users of the platform share, and the error when it is taken. */
const UNIQUE_DETAILS = [
  { kind: 'email', field: 'email', whenTaken: 'EMAIL_NOT_AVAILABLE' },
  { kind: 'phone', field: 'phoneNumber', whenTaken: 'PHONENUMBER_NOT_AVAILABLE' },
] as const satisfies readonly UniqueField<keyof UserProfile>[];

const DETAILS: UniqueFields<(typeof UNIQUE_DETAILS)[number]> = {
  fields: UNIQUE_DETAILS,
  scope: 'platform',
  holds: (service, kind, value) => async (owner) => {
    const holder = await holderOf(service, owner);
    if (holder === undefined || !('tenantId' in holder)) return false;
    const found = userOf(holder, holder.tenantId);
    if (kind === 'email' && isTakenBack(service, found, value)) return true;
    return UNIQUE_DETAILS.some((each) => each.kind === kind && found?.profile[each.field] === value);
  },
  whenTaken: async (_service, _context, { unique: { whenTaken } }) => {
    throw new Refusal(whenTaken);
  },
};

/** Whether the user of the owner's stream has this value now, or may still take it back. */
export const holdsDetail = DETAILS.holds;

/** Makes what is new in the profile the user's own. @throws Refusal EMAIL_NOT_AVAILABLE, PHONENUMBER_NOT_AVAILABLE */
export const claimDetails = (
  service: ReservationParts,
  context: CommandContext,
  userId: string,
  wanted: UserProfile,
  before?: UserProfile,
): Promise<void> => claimFields(DETAILS, service, context, { owner: streams.user(userId), wanted, before });

/** Gives up those of `values` that the user does not have now: of an edit that was refused, or what it replaced. */
export const releaseUnused = (
  service: ReleaseParts,
  context: CommandContext,
  userId: string,
  values: UserProfile,
): Promise<void> => {
  // The administrator's first e-mail was reserved by their tenant's registration.
  const owners = [streams.user(userId), streams.tenant(context.tenantId)] as const;
  return releaseFields(DETAILS, service, context, { owners, values });
};
