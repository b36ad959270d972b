import { randomBytes } from 'node:crypto';

import { webhookAddressFault } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Secrets } from '@lacre/personal-data/secrets';

/** Bytes of a secret: the specification asks for 24 to 64. */
const SECRET_BYTES = 32;

/** The secret under the id, made on first use: the same intent again shows the same one. */
export async function secretOf({ secrets }: { secrets: Secrets }, secretId: string): Promise<string> {
  const kept = await secrets.keep(secretId, randomBytes(SECRET_BYTES));
  return `whsec_${kept.toString('base64')}`;
}

/** @throws Refusal WEBHOOK_ADDRESS_NOT_ALLOWED */
export function assertAddress({ webhookLoopback }: { webhookLoopback?: boolean }, url: string): void {
  const fault = webhookAddressFault(url, { loopback: webhookLoopback ?? false });
  if (fault !== undefined)
    throw new Refusal('WEBHOOK_ADDRESS_NOT_ALLOWED', {
      detail: fault,
      fieldErrors: [{ field: 'url', message: fault }],
    });
}
