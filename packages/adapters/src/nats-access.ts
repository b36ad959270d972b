import type { NatsAccess } from '@lacre/work-queue/nats';

import type { Environment } from './environment.ts';

export type NatsSettings = Partial<
  Pick<
    Environment,
    'NATS_CREDENTIALS' | 'NATS_NKEY_SEED' | 'NATS_CA' | 'NATS_CERTIFICATE' | 'NATS_CERTIFICATE_KEY'
  >
>;

/** Who connects to NATS, and by which certificates, as the environment says. */
export const natsAccess = (settings: NatsSettings): NatsAccess => ({
  credentials: settings.NATS_CREDENTIALS,
  nkeySeed: settings.NATS_NKEY_SEED,
  caFile: settings.NATS_CA,
  certFile: settings.NATS_CERTIFICATE,
  keyFile: settings.NATS_CERTIFICATE_KEY,
});
