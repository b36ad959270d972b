import { streams, type DataOf } from '@lacre/contracts';
import { derivedId, type EventStore, type NewEvent, WrongExpectedRevision } from '@lacre/event-store';
import { PermanentMailError, type MailAddress, type Mailer } from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';
import type { Logger } from 'pino';

import type { NotificationJob } from './notification-job.ts';
import { readStory, type ProcessStory } from './process-story.ts';
import { renderNotification } from './render-notification.ts';

export interface DeliveryDeps {
  eventStore: EventStore;
  mailer: Mailer;
  logger: Logger;
  /** Address of the web client that links lead to. */
  publicUrl: string;
  now?: () => Date;
}

/**
 * Sends one message and records that it was sent, or that it can never be. Idempotent.
 *
 * Commit point: the first event of `notification-…`. A crash after the mail server took the message and before it
 * sends the message again, under the same Message-ID; one after it sends nothing.
 *
 * @throws what kept it from being sent this time: the queue tries again. Unprocessable for a job that makes no sense.
 */
export async function sendNotification(deps: DeliveryDeps, job: NotificationJob): Promise<void> {
  if (await isSettled(deps.eventStore, job)) return;
  const story = await readStory(deps.eventStore, job.processId);
  if (story === undefined || story.created.tenantId !== job.tenantId)
    throw new Unprocessable('there is no such process in this tenant');
  const to = await addressOf(deps.eventStore, job, story);
  const publicUrl = deps.publicUrl.replace(/\/+$/, '');
  const email = renderNotification({ job, story, to, publicUrl });
  try {
    await deps.mailer.send({ messageId: job.notificationId, to, ...email });
  } catch (error) {
    if (!(error instanceof PermanentMailError)) throw error;
    deps.logger.warn({ notificationId: job.notificationId, err: error }, 'a message was refused for good');
    await settle(deps, job, { type: 'NotificationUndeliverable', reason: error.message });
    return;
  }
  await settle(deps, job, { type: 'NotificationSent' });
}

async function isSettled(store: EventStore, job: NotificationJob): Promise<boolean> {
  for await (const _event of store.readStream(streams.notification(job.notificationId), { limit: 1 }))
    return true;
  return false;
}

async function addressOf(store: EventStore, job: NotificationJob, story: ProcessStory): Promise<MailAddress> {
  if (job.recipientKind === 'person') {
    const participant = story.created.participants.find((one) => one.personId === job.recipientId);
    if (participant === undefined) throw new Unprocessable('the recipient takes no part in this process');
    return { name: participant.name, address: participant.email };
  }
  for await (const event of store.readStream(streams.user(job.recipientId))) {
    if (event.type !== 'UserCreated') continue;
    const { name, email, tenantId } = event.data as unknown as DataOf<'UserCreated'>;
    if (tenantId === job.tenantId) return { name, address: email };
  }
  throw new Unprocessable('the recipient is no user of this tenant');
}

type Outcome = { type: 'NotificationSent' } | { type: 'NotificationUndeliverable'; reason: string };

async function settle(deps: DeliveryDeps, job: NotificationJob, outcome: Outcome): Promise<void> {
  const { type, ...more } = outcome;
  const event: NewEvent = {
    id: derivedId(type, job.notificationId),
    type,
    data: {
      notificationId: job.notificationId,
      tenantId: job.tenantId,
      kind: job.notificationKind,
      processId: job.processId,
      recipient: { kind: job.recipientKind, id: job.recipientId },
      ...more,
    },
    metadata: {
      occurredAt: (deps.now?.() ?? new Date()).toISOString(),
      correlationId: job.notificationId,
      schemaVersion: 1,
      tenantId: job.tenantId,
      actor: { kind: 'system', name: 'projector' },
    },
  };
  try {
    await deps.eventStore.append(streams.notification(job.notificationId), [event], { expected: 'noStream' });
  } catch (error) {
    // Another delivery of the same job settled it meanwhile.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}
