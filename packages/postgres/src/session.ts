import type { Client, Pool } from 'pg';

import { accessOf } from './pool.ts';
import { WatchedClient } from './watched-client.ts';

/**
 * A connection to the pool's server itself, beside the pool's own and not connected yet, for what belongs to a session:
 * advisory locks, LISTEN, settings. A pooler of transactions keeps none of that.
 */
export const sessionClient = (pool: Pool): Client => new WatchedClient(accessOf(pool).session);

/**
 * Of {@link sessionClient}, connected; what it holds ends with `end()`. A break is not reported: it shows in the next
 * query.
 *
 * @throws what pg throws
 */
export async function connectSession(pool: Pool): Promise<Client> {
  const client = sessionClient(pool);
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
