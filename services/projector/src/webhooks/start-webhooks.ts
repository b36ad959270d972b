import { setTimeout as sleep } from 'node:timers/promises';

import { listenTo } from '@lacre/postgres';

import { createAnnouncer } from '../announce.ts';
import { withAdvisoryLock } from '../engine/advisory-lock.ts';
import { WHOLE, type Partition } from '../engine/partition.ts';
import { followWebhooks } from './follow.ts';
import type { Outlet } from './post-safely.ts';
import { migrateWebhooks } from './schema.ts';
import { WebhookSender, type SenderDeps } from './sender.ts';

const AGAIN_MS = 1000;
/** Says that deliveries were opened. */
const OPENED_CHANNEL = 'lacre_deliveries';

export interface Webhooks {
  /** Sends to the webhooks of the partition from here on, where tenants are divided; and no more. */
  take(partition: Partition): void;
  leave(partition: Partition): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

/**
 * Sends facts to webhooks. One process at a time opens deliveries from the log, another one stands in line; it sends them
 * too, or where tenants are divided each process those of its partitions.
 *
 * @param partitions how many there are
 */
export async function startWebhooks(
  deps: SenderDeps,
  outlet: Outlet = {},
  partitions: number = WHOLE.of,
): Promise<Webhooks> {
  await migrateWebhooks(deps.pool);
  return partitions === WHOLE.of ? sendAlone(deps, outlet) : sendTogether(deps, outlet);
}

function sendAlone(deps: SenderDeps, outlet: Outlet): Webhooks {
  const stopping = new AbortController();
  const running = inLine(deps, stopping.signal, async (held) => {
    const sender = new WebhookSender(deps, outlet);
    sender.take(WHOLE);
    await Promise.all([followWebhooks(deps, held, () => sender.wake()), sender.run(held)]);
  });
  return {
    take: () => {},
    leave: () => {},
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

function sendTogether(deps: SenderDeps, outlet: Outlet): Webhooks {
  const stopping = new AbortController();
  const { signal } = stopping;
  const sender = new WebhookSender(deps, outlet);
  const announce = createAnnouncer(deps, OPENED_CHANNEL);
  const running = Promise.all([
    inLine(deps, signal, (held) => followWebhooks(deps, held, announce)),
    sender.run(signal),
    listenTo(deps.pool, OPENED_CHANNEL, {
      onNotice: () => sender.wake(),
      onFault: (err) => deps.logger.warn({ err }, 'new deliveries are not heard of; they are looked for'),
      signal,
    }),
  ]);
  return {
    take: (partition) => sender.take(partition),
    leave: (partition) => sender.leave(partition),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Does the work in one process at a time, again after a failure, until aborted. */
async function inLine(
  deps: SenderDeps,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await withAdvisoryLock(deps.pool, 'lacre webhooks', signal, work).catch((error: unknown) =>
      deps.logger.warn({ err: error }, 'webhooks stopped; starting again'),
    );
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => {});
  }
}
