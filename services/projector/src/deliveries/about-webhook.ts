import { streams } from '@lacre/contracts';
import { webhookDisabled } from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

import type { Composed, Composing } from './composed.ts';
import type { WebhookNotification } from './notification-job.ts';
import { readUser } from './user-record.ts';

/** Notifies a webhook's owner that it was disabled. @throws Unprocessable when there is no such webhook */
export async function aboutWebhook(
  { log, publicUrl, sender }: Composing,
  { tenantId, recipientId, webhookId, eventId }: WebhookNotification,
): Promise<Composed> {
  let settings: { url: string; description: string } | undefined;
  let failingSince: string | undefined;
  let isOver = false;
  for await (const event of log.readStream(streams.webhook(webhookId))) {
    if (event.type === 'WebhookCreated' && event.data.tenantId === tenantId) settings = event.data;
    if (event.type === 'WebhookEdited' && settings !== undefined) settings = event.data;
    if (event.id === eventId && event.type === 'WebhookDisabled') ({ failingSince } = event.data);
    else if (failingSince !== undefined)
      isOver ||= event.type === 'WebhookResumed' || event.type === 'WebhookRemoved';
  }
  if (settings === undefined || failingSince === undefined)
    throw new Unprocessable('no such webhook was disabled in this tenant');
  if (isOver)
    return { overtaken: 'the webhook was resumed or removed before the notice of its end was sent' };
  const user = await readUser(log, tenantId, recipientId);
  if (user?.status !== 'active')
    return { overtaken: 'the creator of the webhook is no active user any more' };
  const { url, description } = settings;
  const email = webhookDisabled({
    sender,
    recipientName: user.to.name,
    url,
    description,
    failingSince: new Date(failingSince),
    link: `${publicUrl}/webhooks`,
  });
  return { to: user.to, email };
}
