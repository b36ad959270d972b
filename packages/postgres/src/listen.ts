import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool } from 'pg';

import { sessionClient } from './session.ts';

const RECONNECT_MS = 1000;

export interface ListenOptions {
  /** For each notification, and once whenever the connection is made: what was said meanwhile is not heard. */
  onNotice: () => void;
  /** While nothing is heard: of each connection that failed. */
  onFault: (error: unknown) => void;
  signal: AbortSignal;
}

/** Listens to a channel until aborted, over a connection of its own, made again whenever it breaks. */
export async function listenTo(
  pool: Pool,
  channel: string,
  { onNotice, onFault, signal }: ListenOptions,
): Promise<void> {
  while (!signal.aborted) {
    const client = sessionClient(pool);
    const ended = Promise.withResolvers<void>();
    const end = (): void => ended.resolve();
    client.on('error', end);
    client.on('end', end);
    client.on('notification', onNotice);
    signal.addEventListener('abort', end);
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      onNotice();
      if (!signal.aborted) await ended.promise;
    } catch (error) {
      onFault(error);
    } finally {
      signal.removeEventListener('abort', end);
      await client.end().catch(() => {});
    }
    if (!signal.aborted) await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
  }
}
