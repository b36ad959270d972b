import { TenantAway, type TenantMoves } from '@lacre/access';
import { RetryLater, type Job, type JobHandler, type Json, type WorkQueue } from '@lacre/work-queue';
import type { Logger } from 'pino';

/** How long a job of a tenant that is being moved waits before it is looked at again, milliseconds. */
const LOOK_AGAIN_MS = 10_000;

/**
 * A queue whose jobs wait while their tenant is being moved, and are dropped where it left: at its new address they are
 * found again from the log. What a job is refused to append because the move began meanwhile waits like one that was
 * not begun.
 */
export function holdJobs(
  queue: WorkQueue,
  { tenantMoves, logger }: { tenantMoves: TenantMoves; logger: Logger },
): WorkQueue {
  const settle = (job: Job, away: TenantAway): void => {
    if (away.code === 'TENANT_MOVING') throw new RetryLater(LOOK_AGAIN_MS, away.message);
    logger.info(
      { queue: job.queue, tenantId: tenantIdOf(job.payload) },
      'a job of a tenant that was moved is dropped',
    );
  };
  const held =
    (handler: JobHandler): JobHandler =>
    async (job) => {
      const tenantId = tenantIdOf(job.payload);
      const away = tenantId === undefined ? undefined : await tenantMoves.awayOf(tenantId);
      if (away !== undefined) return settle(job, away);
      try {
        await handler(job);
      } catch (error) {
        if (!(error instanceof TenantAway)) throw error;
        settle(job, error);
      }
    };
  return {
    publish: queue.publish.bind(queue),
    publishMany: queue.publishMany.bind(queue),
    consume: (name, handler, options) => queue.consume(name, held(handler), options),
    deadLetters: queue.deadLetters.bind(queue),
    replayDeadLetter: queue.replayDeadLetter.bind(queue),
    deadLetterCounts: queue.deadLetterCounts.bind(queue),
    ping: queue.ping.bind(queue),
    close: queue.close.bind(queue),
  };
}

/** Every job that is asked for by the log names the tenant whose it is. */
function tenantIdOf(payload: Json): string | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined;
  const { tenantId } = payload as { readonly tenantId?: Json };
  return typeof tenantId === 'string' ? tenantId : undefined;
}
