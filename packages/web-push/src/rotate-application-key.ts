import { randomUUID } from 'node:crypto';

import type { Pool } from 'pg';

import { keyOf, newPrivateKey } from './application-key.ts';
import { dropSubscription, type PushParts } from './subscriptions.ts';

/** A key as its operator sees it. */
export interface ListedApplicationKey {
  keyId: string;
  /** Undefined where it was not made yet. */
  madeAt: Date | undefined;
  /** Browsers that are notified by it. */
  subscriptions: number;
}

/** Every application key, the one that browsers subscribe with first. */
export async function listApplicationKeys(pool: Pool): Promise<ListedApplicationKey[]> {
  const { rows } = await pool.query<{ key_id: string; kept_at: Date | null; subscriptions: number }>(
    `select key_id, kept_at,
            (select count(*)::int from push.subscription where application_key = key_id) as subscriptions
       from push.application_key left join integration.secret on secret_id = key_id order by number desc`,
  );
  return rows.map(({ key_id: keyId, kept_at: madeAt, subscriptions }) => ({
    keyId,
    madeAt: madeAt ?? undefined,
    subscriptions,
  }));
}

/**
 * Makes another key, which browsers subscribe with from now on. Those that are subscribed are notified by their own until
 * they come back.
 *
 * Commit point: the row. A crash before it leaves a secret that nothing names.
 * @returns its id
 */
export async function rotateApplicationKey({ pool, secrets }: PushParts): Promise<string> {
  const keyId = randomUUID();
  const { publicKey } = keyOf(await secrets.keep(keyId, newPrivateKey()));
  await pool.query('insert into push.application_key (key_id, public_key) values ($1, $2)', [
    keyId,
    publicKey,
  ]);
  return keyId;
}

/**
 * Forgets former keys that no browser is notified by any more. May be repeated.
 *
 * Commit point: the rows, which no subscription may name. A crash after it leaves secrets that nothing names.
 * @returns how many went
 */
export async function retireApplicationKeys({
  pool,
  secrets,
}: Pick<PushParts, 'pool'> & { secrets: Pick<PushParts['secrets'], 'forget'> }): Promise<number> {
  const { rows } = await pool.query<{ key_id: string }>(
    `delete from push.application_key
      where number < (select max(number) from push.application_key)
        and not exists (select from push.subscription where application_key = key_id)
     returning key_id`,
  );
  for (const { key_id: keyId } of rows) await secrets.forget(keyId);
  return rows.length;
}

/** Another key, and none of the former: their browsers are notified again once they come back. @returns its id */
export async function replaceApplicationKeys(parts: PushParts): Promise<string> {
  const keyId = await rotateApplicationKey(parts);
  const { rows } = await parts.pool.query<{ subscription_id: string }>(
    'select subscription_id from push.subscription where application_key <> $1',
    [keyId],
  );
  for (const { subscription_id: id } of rows) await dropSubscription(parts, id);
  await retireApplicationKeys(parts);
  return keyId;
}
