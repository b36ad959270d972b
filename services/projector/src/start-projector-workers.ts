import type { TenantMoves } from '@lacre/access';
import type { Secrets } from '@lacre/personal-data/secrets';
import type { WorkQueue } from '@lacre/work-queue';

import type { DeliveryDeps } from './deliveries/send-notification.ts';
import { startDeliveries } from './deliveries/start-deliveries.ts';
import { migrateProjector } from './engine/schema.ts';
import { startPush } from './push/start-push.ts';
import {
  startFollowUps,
  type FollowUpOptions,
  type ProjectionDeps,
  type Running,
} from './start-projector.ts';
import type { Outlet } from './webhooks/post-safely.ts';
import { startWebhooks } from './webhooks/start-webhooks.ts';

export type ProjectorDeps = ProjectionDeps &
  DeliveryDeps & {
    queue: WorkQueue;
    tenantMoves: TenantMoves;
    /** Where secrets of webhooks and of subscribed browsers are kept. */
    secrets: Secrets;
    /** Push services that may be sent to. Default none. */
    pushHosts?: readonly string[];
    /** Where webhooks and push messages may go. Default: the public internet. */
    outlet?: Outlet;
  };

/** Everything this service does: read models, open work and its publishing, mail, push messages and webhooks. */
export async function startProjectorWorkers(
  deps: ProjectorDeps,
  options: FollowUpOptions = {},
): Promise<Running> {
  // What webhooks' tables stand beside, before a partition may be held.
  await migrateProjector(deps.pool);
  const webhooks = await startWebhooks(deps, deps.outlet, options.partitions);
  const followUps = await startFollowUps(deps, {
    ...options,
    onHeld: (partition) => webhooks.take(partition),
    onLeft: (partition) => webhooks.leave(partition),
  });
  const push = await startPush({ pushHosts: [], ...deps });
  const deliveries = await startDeliveries({ ...deps, push: push.sender });
  return {
    caughtUp: followUps.caughtUp,
    stop: async () => {
      await Promise.all([followUps.stop(), deliveries.stop(), push.stop(), webhooks.stop()]);
    },
  };
}
