import { rememberedPublicUrl, type SettingsOf } from '@lacre/adapters';

import { DEFAULT_PORT } from '../arguments.ts';
import type { Installation } from '../audit/open-installation.ts';
import { listenAddress } from '../listen-address.ts';

/** Where people reach the installation: what links that are made here begin with. */
export async function publicUrlOf(
  { pool }: Installation,
  { HOST: host, PORT: port = DEFAULT_PORT, PUBLIC_URL }: SettingsOf<'commands'>,
): Promise<string> {
  const known = PUBLIC_URL ?? (await rememberedPublicUrl(pool));
  return listenAddress({ host, port }, known).publicUrl;
}
