import { connectSession } from '@lacre/postgres';

import type { End } from './ends.ts';
import { MoveRefused } from './move-refused.ts';

/**
 * Holds the lock of moves in each of the installations meanwhile. The locks end with their connections.
 *
 * @throws MoveRefused while another command holds one
 */
export async function alone(ends: readonly End[], work: () => Promise<void>): Promise<void> {
  const clients: Awaited<ReturnType<typeof connectSession>>[] = [];
  try {
    for (const { installation } of ends) {
      const client = await connectSession(installation.pool);
      clients.push(client);
      const { rows } = await client.query<{ taken: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('lacre:tenant-move', 0)) as taken`,
      );
      if (rows[0]?.taken !== true)
        throw new MoveRefused('uma conta já está sendo levada ou esquecida: espere o fim.');
    }
    await work();
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}
