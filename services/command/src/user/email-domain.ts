import { Refusal } from '@lacre/http';

import type { CommandHandler } from '../decider/command-handler.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { emailDomains } from '../tenant/state.ts';

/**
 * @param field that is at fault
 * @throws Refusal AUTH_USER_DATA_VALIDATION for an address outside of those that the tenant authorises, when it does
 */
export async function assertEmailDomain(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  email: string,
  field = 'user.email',
): Promise<void> {
  const account = await handler.load(tenant, tenantId);
  const authorized = account.status === 'registered' ? emailDomains(account) : [];
  if (authorized.length === 0 || authorized.includes(email.slice(email.lastIndexOf('@') + 1))) return;
  const message = `Use um email de: ${authorized.join(', ')}`;
  throw new Refusal('AUTH_USER_DATA_VALIDATION', { fieldErrors: [{ field, message }] });
}
