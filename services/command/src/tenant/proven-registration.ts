import { Refusal } from '@lacre/http';

import type { CommandHandler } from '../decider/command-handler.ts';
import { user } from '../user/decide-user.ts';
import type { UserState } from '../user/state.ts';
import { tenant } from './decide-tenant.ts';
import type { TenantState } from './state.ts';

/**
 * Whether the address that registered the tenant is verified. Until then the tenant sends nothing to others: the name is
 * chosen freely at registration, and mails come from the platform's own address.
 */
export async function isRegistrationProven(
  { handler }: { handler: CommandHandler },
  tenantId: string,
): Promise<boolean> {
  return isFounderProven({ handler }, await handler.load(tenant, tenantId));
}

async function isFounderProven(
  { handler }: { handler: CommandHandler },
  account: TenantState,
): Promise<boolean> {
  if (account.status !== 'registered') return false;
  return isVerified(await handler.load(user, account.administratorId));
}

/** A founder who left had verified it: only an administrator invited by mail takes their place. */
const isVerified = (founder: UserState): boolean => founder.status !== 'active' || founder.emailVerified;

/** @throws Refusal EMAIL_NOT_VERIFIED */
export async function assertProvenRegistration(
  service: { handler: CommandHandler },
  tenantId: string,
): Promise<void> {
  await assertProvenFounder(service, tenantId, service.handler.load(tenant, tenantId));
}

/**
 * The same of a tenant that is being looked up. Its founder, who rarely is another, is read at the same time.
 * @throws Refusal EMAIL_NOT_VERIFIED
 */
export async function assertProvenFounder(
  service: { handler: CommandHandler },
  tenantId: string,
  account: Promise<TenantState>,
): Promise<void> {
  const { handler } = service;
  const known = handler.known(tenant, tenantId);
  const expected = known?.status === 'registered' ? known.administratorId : undefined;
  const ahead = expected === undefined ? undefined : handler.load(user, expected);
  const [registered, founder] = await Promise.all([account, ahead]);
  const isSame = registered.status === 'registered' && registered.administratorId === expected;
  const isProven =
    isSame && founder !== undefined ? isVerified(founder) : await isFounderProven(service, registered);
  if (!isProven) throw new Refusal('EMAIL_NOT_VERIFIED');
}
