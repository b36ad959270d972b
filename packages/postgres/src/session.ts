import { Client, type ClientConfig, type Pool } from 'pg';

import { accessOf } from './pool.ts';

/**
 * Of a connection to the pool's server itself, for what belongs to a session: advisory locks, LISTEN, settings. A pooler
 * of transactions keeps none of that.
 */
export const sessionConfig = (pool: Pool): ClientConfig => accessOf(pool).session;

/**
 * Connected, beside the pool's own connections; what it holds ends with `end()`. A break is not reported: it shows in the next
 * query.
 *
 * @throws what pg throws
 */
export async function connectSession(pool: Pool): Promise<Client> {
  const client = new Client(sessionConfig(pool));
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
