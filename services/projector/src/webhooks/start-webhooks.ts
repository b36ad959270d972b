import { setTimeout as sleep } from 'node:timers/promises';

import { withAdvisoryLock } from '../engine/advisory-lock.ts';
import { followWebhooks } from './follow.ts';
import type { Outlet } from './post-safely.ts';
import { migrateWebhooks } from './schema.ts';
import { WebhookSender, type SenderDeps } from './sender.ts';

const AGAIN_MS = 1000;

/** Sends facts to webhooks, in one process at a time: another one stands in line. `stop` waits for what is under way. */
export async function startWebhooks(
  deps: SenderDeps,
  outlet: Outlet = {},
): Promise<{ stop(): Promise<void> }> {
  await migrateWebhooks(deps.pool);
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async (held: AbortSignal): Promise<void> => {
    const sender = new WebhookSender(deps, outlet);
    await Promise.all([followWebhooks(deps, held, () => sender.wake()), sender.run(held)]);
  };
  const running = (async () => {
    while (!signal.aborted) {
      await withAdvisoryLock(deps.pool, 'lacre webhooks', signal, work).catch((error: unknown) =>
        deps.logger.warn({ err: error }, 'webhooks stopped; starting again'),
      );
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
