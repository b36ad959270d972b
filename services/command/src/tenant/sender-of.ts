import type { Sender } from '@lacre/mailer';

import type { CommandService } from '../service.ts';
import { tenant } from './decide-tenant.ts';

/** The account as messages show it: name, logo and colour of now. */
export async function senderOf({ handler, dependencies }: CommandService, tenantId: string): Promise<Sender> {
  const account = await handler.load(tenant, tenantId);
  if (account.status !== 'registered') return { name: 'Lacre' };
  const { settings, images, name } = account;
  const origin = dependencies.publicUrl.replace(/\/+$/, '');
  const logo =
    images.logo === undefined ? undefined : `${origin}/api/tenant/${tenantId}/image/${images.logo}`;
  return { name: settings.displayName ?? name, color: settings.primaryColor, logo };
}
