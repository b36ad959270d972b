import type { FeedEvent } from './events.ts';

/** Why a delivery is not to be believed. */
export type WebhookFault =
  | 'HEADERS_MISSING'
  | 'TIMESTAMP_OUT_OF_RANGE'
  | 'SIGNATURE_WRONG'
  | 'SECRET_MALFORMED';

/** A request that did not come from the platform, or came long ago. Answer it 400 and do nothing. */
export class WebhookRejected extends Error {
  override readonly name = 'WebhookRejected';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(fault);
    this.fault = fault;
  }
}

export interface Delivery {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came. Parsed and written again it is another text, and its signature does not hold. */
  body: string;
}

export interface VerifyOptions {
  /** How far the clocks may be apart, seconds; a delivery repeated later is refused. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970. */
  now?: number;
}

const PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;

/**
 * The fact that a webhook delivers, once it is known to come from the platform (Standard Webhooks: HMAC-SHA256 over
 * `id.timestamp.body`). The same fact may come more than once: `id` is the same each time.
 * @param secret as shown when the webhook was made, with or without `whsec_`
 * @throws WebhookRejected
 */
export async function verifyWebhook(
  secret: string,
  { headers, body }: Delivery,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): Promise<FeedEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw new WebhookRejected('HEADERS_MISSING');
  const apartSeconds = Math.abs(now / 1000 - Number(timestamp));
  if (!(apartSeconds <= toleranceSeconds)) throw new WebhookRejected('TIMESTAMP_OUT_OF_RANGE');
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === undefined || bytes.length === 0) throw new WebhookRejected('SECRET_MALFORMED');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // While a secret is being replaced there is a signature by each.
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',', 2);
    const given = version === 'v1' ? bytesOf(encoded) : undefined;
    // In constant time: Web Cryptography compares the codes itself.
    if (given !== undefined && (await crypto.subtle.verify('HMAC', key, given, signed)))
      return JSON.parse(body) as FeedEvent;
  }
  throw new WebhookRejected('SIGNATURE_WRONG');
}

function headerOf(headers: Delivery['headers'], name: string): string | undefined {
  const value = headers instanceof Headers ? (headers.get(name) ?? undefined) : headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
