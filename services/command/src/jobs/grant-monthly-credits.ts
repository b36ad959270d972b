import { identifier } from '@lacre/contracts';
import { Unprocessable, type Job } from '@lacre/work-queue';
import { z } from 'zod';

import { credits, dueMonthOf } from '../credits/decide-credits.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { expectDone, type Work } from './follow-up.ts';

/** Queue of tenants whose next monthly grant is due. */
export const GRANT_MONTHLY_CREDITS = 'grant-monthly-credits';

const payload = z.object({ key: z.string(), tenantId: identifier });

/** @throws Unprocessable */
export function grantMonthlyCreditsJob(job: Job): Work<{ handler: CommandHandler; now: () => Date }> {
  const parsed = payload.safeParse(job.payload);
  if (!parsed.success) throw new Unprocessable(`not a monthly grant: ${z.prettifyError(parsed.error)}`);
  const { key, tenantId } = parsed.data;
  const named = { kind: job.queue, key, tenantId };
  return { named, run: (service) => grantMonthlyCredits(service, tenantId) };
}

/**
 * Grants every month that is due and has no grant, those of a downtime too. Each is one append, whose event id derives
 * from its month: a crash before it leaves the month due, after it a repeat finds the month granted.
 */
async function grantMonthlyCredits(
  { handler, now }: { handler: CommandHandler; now: () => Date },
  tenantId: string,
): Promise<void> {
  for (;;) {
    const at = now().toISOString();
    const month = dueMonthOf(await handler.load(credits, tenantId), at);
    if (month === undefined) return;
    const context = {
      key: `${GRANT_MONTHLY_CREDITS}:${month}`,
      correlationId: tenantId,
      tenantId,
      actor: { kind: 'system', name: 'command' } as const,
    };
    expectDone(await handler.handle(credits, tenantId, { type: 'grantMonth', tenantId, at }, context));
  }
}
