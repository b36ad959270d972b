import { Refusal } from '@lacre/http';

import type { CommandService } from '../service.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { user } from '../user/decide-user.ts';

/**
 * Whether whoever registered the tenant has proven their address. Until then it sends nothing to others: anybody may
 * register a name of their choice, and what is sent comes from the platform's own address.
 */
export async function isRegistrationProven(
  { handler }: Pick<CommandService, 'handler'>,
  tenantId: string,
): Promise<boolean> {
  const account = await handler.load(tenant, tenantId);
  if (account.status !== 'registered') return false;
  const founder = await handler.load(user, account.administratorId);
  // Who left had proven it: only another administrator takes their place, and that one was invited by mail.
  return founder.status !== 'active' || founder.emailVerified;
}

/** @throws Refusal EMAIL_NOT_VERIFIED */
export async function assertProvenRegistration(
  service: Pick<CommandService, 'handler'>,
  tenantId: string,
): Promise<void> {
  if (!(await isRegistrationProven(service, tenantId))) throw new Refusal('EMAIL_NOT_VERIFIED');
}
