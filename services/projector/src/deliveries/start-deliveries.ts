import type { Consumer, WorkQueue } from '@lacre/work-queue';

import { notificationJobOf } from './notification-job.ts';
import { sendNotification, type DeliveryDeps } from './send-notification.ts';

/** A message that was given up on stays open in the log, and is published again by its reactor. */
const OPTIONS = { concurrency: 8, visibilityMs: 10_000, maxDeliveries: 20 } as const;

/** Sends messages as jobs ask for them, one recipient each: a failure delays no other. */
export function startDeliveries(deps: DeliveryDeps & { queue: WorkQueue }): Promise<Consumer> {
  return deps.queue.consume(
    'send-notification',
    (job) => sendNotification(deps, notificationJobOf(job)),
    OPTIONS,
  );
}
