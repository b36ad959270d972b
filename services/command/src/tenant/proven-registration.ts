import { Refusal } from '@lacre/http';

import type { CommandHandler } from '../decider/command-handler.ts';
import { user } from '../user/decide-user.ts';
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
  const founder = await handler.load(user, account.administratorId);
  // A founder who left had verified it: only an administrator invited by mail takes their place.
  return founder.status !== 'active' || founder.emailVerified;
}

/** @throws Refusal EMAIL_NOT_VERIFIED */
export async function assertProvenRegistration(
  service: { handler: CommandHandler },
  tenantId: string,
): Promise<void> {
  await assertProvenFounder(service, await service.handler.load(tenant, tenantId));
}

/** The same of a tenant that was looked up already. @throws Refusal EMAIL_NOT_VERIFIED */
export async function assertProvenFounder(
  service: { handler: CommandHandler },
  account: TenantState,
): Promise<void> {
  if (!(await isFounderProven(service, account))) throw new Refusal('EMAIL_NOT_VERIFIED');
}
