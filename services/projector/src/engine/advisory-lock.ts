import { setTimeout as sleep } from 'node:timers/promises';

import { connectSession } from '@lacre/postgres';
import type { ClientBase, Pool } from 'pg';

/** How often one that stands in line asks again, milliseconds. */
export const ASK_AGAIN_MS = 500;

/**
 * Does the work while holding a lock of this name on a connection of its own, waiting for it first. The signal given
 * to the work aborts when the caller's does, and when the connection breaks: then another process may hold the lock.
 */
export async function withAdvisoryLock(
  pool: Pool,
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const client = await connectSession(pool);
  const lost = new AbortController();
  const onEnd = (): void => lost.abort(new Error(`the connection that holds ${name} broke`));
  client.on('end', onEnd);
  client.on('error', onEnd);
  try {
    const held = AbortSignal.any([signal, lost.signal]);
    if (await acquire(client, name, held)) await work(held);
  } finally {
    client.off('end', onEnd);
    client.off('error', onEnd);
    // The lock ends with its connection.
    await client.end().catch(() => {});
  }
}

async function acquire(client: ClientBase, name: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [name],
    );
    if (rows[0]?.held === true) return true;
    await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
  return false;
}
