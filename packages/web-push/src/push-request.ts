import { createECDH } from 'node:crypto';

import { authorizationFor, type ApplicationKey } from './application-key.ts';
import { ece } from './ece.ts';
import type { PushSubscription } from './subscriptions.ts';

/** How long a push service keeps a message for a browser that is away, seconds: three days. */
export const PUSH_TTL_SECONDS = 259_200;

/** What the service worker shows (`web/public/service-worker.js`). */
export interface PushMessage {
  title: string;
  /** Path within the product that a press opens. */
  path: string;
  /** The same notification again replaces the one that is shown. */
  tag: string;
  /** BCP 47, of the title. */
  language: string;
}

export interface PushRequest {
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * A message as a push service takes it (RFC 8030, 5), encrypted so that the browser alone reads it (RFC 8291).
 *
 * @param sender.contact where the operator is reached: an https or mailto address (RFC 8292, 2.1)
 * @throws Error for a subscription whose keys are none
 */
export function pushRequest(
  { endpoint, p256dh, auth }: PushSubscription,
  message: PushMessage,
  sender: { key: ApplicationKey; contact: string; now: Date },
): PushRequest {
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  const body = ece.encrypt(Buffer.from(JSON.stringify(message)), {
    version: 'aes128gcm',
    privateKey,
    dh: p256dh,
    authSecret: auth,
  });
  const headers = {
    authorization: authorizationFor(sender.key, endpoint, sender),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(PUSH_TTL_SECONDS),
    urgency: 'normal',
    // At most 32 characters of base64url: one that still waits is replaced, not shown twice (RFC 8030, 5.4).
    topic: message.tag.replaceAll('-', ''),
  };
  return { body, headers };
}
