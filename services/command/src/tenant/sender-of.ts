import type { Sender } from '@lacre/mailer';

import type { CommandHandler } from '../decider/command-handler.ts';
import { tenant } from './decide-tenant.ts';
import { isRegistrationProven } from './proven-registration.ts';

/** What a message's sender is read with. */
export interface SenderParts {
  readonly handler: CommandHandler;
  readonly publicUrl: string;
}

/** The account as messages show it: name, logo and colour of now. */
export async function senderOf({ handler, publicUrl }: SenderParts, tenantId: string): Promise<Sender> {
  const account = await handler.load(tenant, tenantId);
  if (account.status !== 'registered') return { name: 'Lacre' };
  const { settings, images, name, domain } = account;
  const origin = publicUrl.replace(/\/+$/, '');
  const logo =
    images.logo === undefined ? undefined : `${origin}/api/tenant/${tenantId}/image/${images.logo}`;
  return { name: settings.displayName ?? name, domain, color: settings.primaryColor, logo };
}

/**
 * How a message about an account addresses its user. Before the registration is proven nothing that was typed into it is
 * sent: the address may be a stranger's, and the names a bait.
 */
export async function addresseeOf(
  service: SenderParts,
  { tenantId, name, email }: { tenantId: string; name: string; email: string },
): Promise<{ sender: Sender; recipientName: string }> {
  if (!(await isRegistrationProven(service, tenantId)))
    return { sender: { name: 'Lacre' }, recipientName: email };
  return { sender: await senderOf(service, tenantId), recipientName: name };
}
