import type { ClientBase } from 'pg';

import { dropTarget } from './engine/checkpoints.ts';

/**
 * Removes every read model and its checkpoint, in the caller's transaction: the next start builds them from the log's
 * beginning. For a log whose positions are others now, since read models keep positions in their rows.
 */
export async function forgetReadModels(client: ClientBase): Promise<void> {
  const { rows: known } = await client.query<{ found: boolean }>(
    `select to_regclass('projector.checkpoint') is not null as found`,
  );
  if (known[0]?.found !== true) return;
  const { rows } = await client.query<{ target: string; tables: string[] }>(
    'select target, tables from projector.checkpoint',
  );
  for (const row of rows) await dropTarget(client, row);
}
