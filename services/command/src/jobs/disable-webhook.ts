import { identifier, timestamp } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { Unprocessable, type Job } from '@lacre/work-queue';
import { z } from 'zod';

import type { CommandHandler } from '../decider/command-handler.ts';
import { webhook } from '../webhook/decide-webhook.ts';

const payload = z.object({ webhookId: identifier, tenantId: identifier, failingSince: timestamp });

/** Disables a webhook that has failed for days, once for each run of failures. @throws Unprocessable */
export async function disableWebhook(
  service: { handler: CommandHandler },
  job: Pick<Job, 'payload'>,
): Promise<void> {
  const parsed = payload.safeParse(job.payload);
  if (!parsed.success) throw new Unprocessable(`no webhook to disable: ${z.prettifyError(parsed.error)}`);
  const { webhookId, tenantId, failingSince } = parsed.data;
  const handled = await service.handler.handle(
    webhook,
    webhookId,
    { type: 'disable', tenantId, failingSince },
    {
      key: derivedId('disable-webhook', webhookId, failingSince),
      correlationId: webhookId,
      tenantId,
      actor: { kind: 'system', name: 'command' },
    },
  );
  if (!handled.ok && handled.code !== 'WEBHOOK_NOT_FOUND') throw new Error(`refused with ${handled.code}`);
}
