import { setTimeout as sleep } from 'node:timers/promises';

import { createDomainLog, type LoggedEvent } from '@lacre/domain-log';
import type { EventStore, Position } from '@lacre/event-store';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { inTransaction } from '../engine/transaction.ts';
import { foldWebhooks } from './fold.ts';

const AGAIN_MS = 1000;

interface FollowDeps {
  pool: Pool;
  eventStore: EventStore;
  logger: Logger;
}

/** Keeps endpoints and deliveries up with the log, until aborted: after a failure from where it was. */
export async function followWebhooks(deps: FollowDeps, signal: AbortSignal, wake: () => void): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(deps, signal, wake);
    } catch (error) {
      deps.logger.error({ err: error }, 'webhooks fell behind the log; trying again');
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function follow(
  { pool, eventStore }: FollowDeps,
  signal: AbortSignal,
  wake: () => void,
): Promise<void> {
  const { rows } = await pool.query<{ position: Position | null }>('select position from webhook.checkpoint');
  const after = rows[0]?.position ?? 'start';
  for await (const message of createDomainLog(eventStore).subscribe({ after, signal })) {
    if (message.kind === 'caughtUp') continue;
    await advance(pool, message.kind === 'events' ? message.events : [], message.position);
    wake();
  }
}

/** Commit point: what was folded and the checkpoint, together. */
async function advance(pool: Pool, events: readonly LoggedEvent[], position: Position): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('update webhook.checkpoint set position = $1', [position]);
    await foldWebhooks(client, events);
  });
}
