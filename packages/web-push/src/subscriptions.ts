import { derivedId } from '@lacre/event-store';
import type { Secrets } from '@lacre/personal-data/secrets';
import type { Pool } from 'pg';

/** Who is notified. */
export interface PushRecipient {
  tenantId: string;
  kind: 'person' | 'user';
  id: string;
}

/** What a browser gives of its subscription (Push API, `PushSubscription.toJSON`). */
export interface PushSubscription {
  /** Of the push service. Who has it may send to the browser. */
  endpoint: string;
  /** P-256 public key of the browser, uncompressed, base64url (RFC 8291, 2.1). */
  p256dh: string;
  /** Authentication secret of 16 bytes, base64url (RFC 8291, 2.2). */
  auth: string;
}

export interface PushParts {
  readonly pool: Pool;
  readonly secrets: Secrets;
}

/** Browsers of one recipient that are notified at once; the oldest makes room for one more. */
const MAX_BROWSERS = 10;

/**
 * Keeps a subscription. Idempotent: the same browser of the same recipient has the same id, and is notified of what was
 * chosen last.
 *
 * @param publicKey that it was made with; default: the current one
 * @param kinds what it is notified of; default: everything
 * @returns undefined where that key is not known
 *
 * Commit point: the row. A crash before it leaves a secret that nothing names, and that a repeat finds.
 */
export async function keepSubscription(
  { pool, secrets }: PushParts,
  { tenantId, kind, id }: PushRecipient,
  { endpoint, p256dh, auth }: PushSubscription,
  { publicKey, kinds }: { publicKey?: string | undefined; kinds?: readonly string[] | undefined } = {},
): Promise<string | undefined> {
  const subscriptionId = derivedId('push-subscription', tenantId, kind, id, endpoint, p256dh, auth);
  await secrets.keep(subscriptionId, Buffer.from(JSON.stringify({ endpoint, p256dh, auth })));
  const { rowCount } = await pool.query(
    `with made_with as (
       select key_id from push.application_key where $5::text is null or public_key = $5
        order by number desc limit 1
     ), kept as (
       insert into push.subscription
         (subscription_id, tenant_id, recipient_kind, recipient_id, application_key, kinds)
       select $1, $2, $3, $4, key_id, $6::text[] from made_with
       on conflict (subscription_id) do update set kinds = excluded.kinds
     )
     select from made_with`,
    [subscriptionId, tenantId, kind, id, publicKey, kinds],
  );
  if (rowCount === 0) {
    await secrets.forget(subscriptionId);
    return undefined;
  }
  const { rows } = await pool.query<{ subscription_id: string }>(
    `select subscription_id from push.subscription where recipient_id = $1
      order by created_at desc, subscription_id offset $2`,
    [id, MAX_BROWSERS],
  );
  for (const { subscription_id: oldest } of rows) await dropSubscription({ pool, secrets }, oldest);
  return subscriptionId;
}

/** Undefined where its secret is gone. @throws MasterKeyMissing */
export async function findSubscription(
  { secrets }: { secrets: Secrets },
  subscriptionId: string,
): Promise<PushSubscription | undefined> {
  const kept = await secrets.find(subscriptionId);
  return kept && (JSON.parse(kept.toString('utf8')) as PushSubscription);
}

/** Forgets a subscription and what was to be sent to it. May be repeated. */
export async function dropSubscription({ pool, secrets }: PushParts, subscriptionId: string): Promise<void> {
  await secrets.forget(subscriptionId);
  await pool.query('delete from push.subscription where subscription_id = $1', [subscriptionId]);
}

/** Forgets one of the recipient's own; another's stays as it is, and looks like one that is unknown. */
export async function dropOwnSubscription(
  parts: PushParts,
  { tenantId, kind, id }: PushRecipient,
  subscriptionId: string,
): Promise<void> {
  const { rowCount } = await parts.pool.query(
    `select from push.subscription where subscription_id = $1
        and tenant_id = $2 and recipient_kind = $3 and recipient_id = $4`,
    [subscriptionId, tenantId, kind, id],
  );
  if (rowCount === 1) await dropSubscription(parts, subscriptionId);
}

/** Forgets every browser of a person or user. May be repeated. */
export async function dropSubscriptionsOf(parts: PushParts, recipientId: string): Promise<void> {
  const { rows } = await parts.pool.query<{ subscription_id: string }>(
    'select subscription_id from push.subscription where recipient_id = $1',
    [recipientId],
  );
  for (const { subscription_id: id } of rows) await dropSubscription(parts, id);
}
