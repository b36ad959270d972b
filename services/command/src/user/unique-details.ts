import { streams, type ErrorCode } from '@lacre/contracts';

import type { CommandContext } from '../decider/command-context.ts';
import { claim } from '../reservation/claim.ts';
import { release } from '../reservation/release.ts';
import type { CommandService } from '../service.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { user } from './decide-user.ts';
import { userOf, type UserProfile } from './state.ts';

/** What no two users of the platform share, and what whoever asks for it is told. */
const UNIQUE = [
  { kind: 'email', field: 'email', whenTaken: 'EMAIL_NOT_AVAILABLE' },
  { kind: 'phone', field: 'phoneNumber', whenTaken: 'PHONENUMBER_NOT_AVAILABLE' },
] as const satisfies readonly {
  kind: 'email' | 'phone';
  field: keyof UserProfile;
  whenTaken: ErrorCode;
}[];

type Unique = (typeof UNIQUE)[number];

/** The user whose values an owner's stream stands for: that of a tenant is its administrator's. */
async function holderOf({ handler }: CommandService, owner: string) {
  const id = owner.slice(owner.indexOf('-') + 1);
  if (owner === streams.user(id)) return handler.load(user, id);
  const account = await handler.load(tenant, id);
  return account.status === 'registered' ? handler.load(user, account.administratorId) : undefined;
}

/** Whether a change of address may still be taken back to this one. */
const isTakenBack = ({ now }: CommandService, found: ReturnType<typeof userOf>, email: string): boolean =>
  found?.formerEmails.some((each) => each.email === email && each.undoUntil > now().toISOString()) ?? false;

/** Whether the user of the owner's stream has this value now, or may still take it back. */
export const holdsDetail =
  (service: CommandService, field: Unique['field'], value: string) =>
  async (owner: string): Promise<boolean> => {
    const holder = await holderOf(service, owner);
    if (holder === undefined || !('tenantId' in holder)) return false;
    const found = userOf(holder, holder.tenantId);
    if (field === 'email' && isTakenBack(service, found, value)) return true;
    return found?.profile[field] === value;
  };

/**
 * Makes what is new in the profile the user's own. What was claimed and is then not used is given up by `releaseUnused`,
 * or, when the process dies in between, taken over by the next who asks.
 *
 * @throws Refusal EMAIL_NOT_AVAILABLE, PHONENUMBER_NOT_AVAILABLE
 */
export async function claimDetails(
  service: CommandService,
  context: CommandContext,
  userId: string,
  profile: UserProfile,
  before?: UserProfile,
): Promise<void> {
  for (const { kind, field, whenTaken } of UNIQUE) {
    const value = profile[field];
    if (value === undefined || value === before?.[field]) continue;
    const holds = holdsDetail(service, field, value);
    const owner = streams.user(userId);
    await claim(service, context, whenTaken, { kind, value, owner, scope: 'platform', holds });
  }
}

/** Gives up those of `values` that the user does not have now: of an edit that was refused, or what it replaced. */
export async function releaseUnused(
  service: CommandService,
  context: CommandContext,
  userId: string,
  values: UserProfile,
): Promise<void> {
  const current = userOf(await service.handler.load(user, userId), context.tenantId);
  for (const { kind, field } of UNIQUE) {
    const value = values[field];
    if (value === undefined || value === current?.profile[field]) continue;
    if (field === 'email' && isTakenBack(service, current, value)) continue;
    // The administrator's first e-mail was reserved by their tenant's registration.
    for (const owner of [streams.user(userId), streams.tenant(context.tenantId)])
      await release(service, context, { kind, value, owner, scope: 'platform' });
  }
}
