import { streams } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import type { Sender } from '@lacre/mailer';

/** The platform itself, for what no account is known of. */
const PLATFORM: Sender = { name: 'Lacre' };

/** An account as it shows itself now: name, logo and colour. */
export async function readSender(log: DomainLog, tenantId: string, publicUrl: string): Promise<Sender> {
  const sender: Sender = { ...PLATFORM };
  let registered = sender.name;
  for await (const event of log.readStream(streams.tenant(tenantId))) {
    if (event.type === 'TenantRegistered') {
      registered = event.data.name;
      sender.name = registered;
      sender.domain = event.data.domain;
    }
    if (event.type === 'TenantDomainRemoved' && event.data.kind === 'login')
      sender.domain = event.data.primary;
    if (event.type === 'TenantSettingsChanged') {
      sender.name = event.data.settings.displayName ?? registered;
      sender.color = event.data.settings.primaryColor;
    }
    if (event.type === 'TenantImageChanged' && event.data.name === 'logo')
      sender.logo = logoAddress(publicUrl, tenantId, event.data.image?.sha256);
  }
  return sender;
}

/** The path of the operation `tenantImage`: public. */
const logoAddress = (publicUrl: string, tenantId: string, sha256: string | undefined): string | undefined =>
  sha256 === undefined ? undefined : `${publicUrl}/api/tenant/${tenantId}/image/${sha256}`;
