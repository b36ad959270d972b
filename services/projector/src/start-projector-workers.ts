import type { Secrets } from '@lacre/personal-data/secrets';
import type { WorkQueue } from '@lacre/work-queue';

import type { DeliveryDeps } from './deliveries/send-notification.ts';
import { startDeliveries } from './deliveries/start-deliveries.ts';
import type { PublisherOptions } from './reactors/publisher.ts';
import { startFollowUps, type ProjectionDeps, type Running } from './start-projector.ts';
import type { Outlet } from './webhooks/post-safely.ts';
import { startWebhooks } from './webhooks/start-webhooks.ts';

export type ProjectorDeps = ProjectionDeps &
  DeliveryDeps & {
    queue: WorkQueue;
    /** Where secrets of webhooks are kept. */
    secrets: Secrets;
    /** Where webhooks may go. Default: the public internet. */
    outlet?: Outlet;
  };

/** Everything this service does: read models, open work and its publishing, and mail. */
export async function startProjectorWorkers(
  deps: ProjectorDeps,
  options: PublisherOptions = {},
): Promise<Running> {
  const followUps = await startFollowUps(deps, options);
  const deliveries = await startDeliveries(deps);
  const webhooks = await startWebhooks(deps, deps.outlet);
  return {
    caughtUp: followUps.caughtUp,
    stop: async () => {
      await Promise.all([followUps.stop(), deliveries.stop(), webhooks.stop()]);
    },
  };
}
