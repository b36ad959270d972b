import { streams, type NotificationEvent } from '@lacre/contracts';
import { createDomainLog, type DomainLog } from '@lacre/domain-log';
import { derivedId, type EventStore, WrongExpectedRevision } from '@lacre/event-store';
import { PermanentMailError, type Mailer } from '@lacre/mailer';
import type { ProofSecret } from '@lacre/proofs';
import type { Logger } from 'pino';

import { recordSent } from '../record-sent.ts';
import { composeNotification } from './compose-notification.ts';
import type { NotificationJob } from './notification-job.ts';

export interface DeliveryDeps {
  eventStore: EventStore;
  mailer: Mailer;
  /** Of browsers, where they are notified too. */
  push?: { note(job: NotificationJob): Promise<void> };
  logger: Logger;
  /** Address of the web client that links lead to. */
  publicUrl: string;
  /** Of the links that prove who reads the mail; shared with the command service, at least 32 bytes. */
  proofSecret: ProofSecret;
  now?: () => Date;
}

/**
 * Sends one message and records that it was sent, or that it can never be. Idempotent.
 *
 * Commit point: the first event of `notification-…`. A crash after the mail server took the message and before it
 * sends the message again, under the same Message-ID; one after it sends nothing. Browsers are noted before, once each:
 * a mail server that is away keeps none of them waiting.
 *
 * @throws what kept it from being sent this time: the queue tries again. Unprocessable for a job that makes no sense.
 */
export async function sendNotification(deps: DeliveryDeps, job: NotificationJob): Promise<void> {
  const log = createDomainLog(deps.eventStore);
  if (await isSettled(log, job)) return;
  await deps.push?.note(job);
  const publicUrl = deps.publicUrl.replace(/\/+$/, '');
  const now = deps.now ?? (() => new Date());
  const settled = (outcome: Outcome) => recordSent(() => settle(log, job, outcome, now()));
  const composed = await composeNotification({ ...deps, log, publicUrl, now: now() }, job);
  if ('overtaken' in composed)
    return settled({ type: 'NotificationUndeliverable', reason: composed.overtaken });
  try {
    await deps.mailer.send({ messageId: job.notificationId, to: composed.to, ...composed.email });
  } catch (error) {
    if (!(error instanceof PermanentMailError)) throw error;
    deps.logger.warn({ notificationId: job.notificationId, err: error }, 'a message was refused for good');
    return settled({ type: 'NotificationUndeliverable', reason: error.message });
  }
  return settled({ type: 'NotificationSent' });
}

async function isSettled(log: DomainLog, job: NotificationJob): Promise<boolean> {
  for await (const _event of log.readStream(streams.notification(job.notificationId), { limit: 1 }))
    return true;
  return false;
}

type Outcome = { type: 'NotificationSent' } | { type: 'NotificationUndeliverable'; reason: string };

async function settle(log: DomainLog, job: NotificationJob, outcome: Outcome, now: Date): Promise<void> {
  const { notificationId, tenantId } = job;
  const recipient = { kind: job.recipientKind, id: job.recipientId };
  const data = { notificationId, tenantId, ...subjectOf(job), recipient };
  const event: NotificationEvent =
    outcome.type === 'NotificationSent'
      ? { type: outcome.type, data }
      : { type: outcome.type, data: { ...data, reason: outcome.reason } };
  const metadata = {
    occurredAt: now.toISOString(),
    correlationId: notificationId,
    tenantId,
    actor: { kind: 'system', name: 'projector' },
  } as const;
  const settled = { ...event, id: derivedId(event.type, notificationId), metadata };
  try {
    await log.append(streams.notification(notificationId), [settled], { expected: 'noStream' });
  } catch (error) {
    // Another delivery of the same job settled it meanwhile.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}

/** What the message is about, as its event says it. */
function subjectOf(job: NotificationJob) {
  switch (job.notificationKind) {
    case 'download-ready':
      return { kind: job.notificationKind, downloadId: job.downloadId };
    case 'user-invited':
      return { kind: job.notificationKind, invitationId: job.invitationId };
    case 'token-expiring':
      return { kind: job.notificationKind, tokenId: job.tokenId };
    case 'security-notice':
    case 'person-device':
    case 'administration':
    case 'former-address':
      return { kind: job.notificationKind, eventId: job.eventId };
    case 'webhook-disabled':
      return { kind: job.notificationKind, webhookId: job.webhookId, eventId: job.eventId };
    default:
      return { kind: job.notificationKind, processId: job.processId };
  }
}
