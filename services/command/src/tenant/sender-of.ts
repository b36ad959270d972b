import type { Sender } from '@lacre/mailer';

import type { CommandService } from '../service.ts';
import { tenant } from './decide-tenant.ts';
import { isRegistrationProven } from './proven-registration.ts';

/** The account as messages show it: name, logo and colour of now. */
export async function senderOf({ handler, dependencies }: CommandService, tenantId: string): Promise<Sender> {
  const account = await handler.load(tenant, tenantId);
  if (account.status !== 'registered') return { name: 'Lacre' };
  const { settings, images, name, domain } = account;
  const origin = dependencies.publicUrl.replace(/\/+$/, '');
  const logo =
    images.logo === undefined ? undefined : `${origin}/api/tenant/${tenantId}/image/${images.logo}`;
  return { name: settings.displayName ?? name, domain, color: settings.primaryColor, logo };
}

/**
 * How a message about an account addresses its user. Before the registration is proven nothing that was typed into it is
 * sent: the address may be a stranger's, and the names a bait.
 */
export async function addresseeOf(
  service: CommandService,
  { tenantId, name, email }: { tenantId: string; name: string; email: string },
): Promise<{ sender: Sender; recipientName: string }> {
  if (!(await isRegistrationProven(service, tenantId)))
    return { sender: { name: 'Lacre' }, recipientName: email };
  return { sender: await senderOf(service, tenantId), recipientName: name };
}
