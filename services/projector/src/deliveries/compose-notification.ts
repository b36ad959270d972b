import { ERASED, participantOf, streams, type DataOf } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { downloadReady, type MailAddress } from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

import { aboutAdministration } from './about-administration.ts';
import { aboutFormerAddress } from './about-former-address.ts';
import { aboutInvitation } from './about-invitation.ts';
import { aboutSecurity } from './about-security.ts';
import { aboutToken } from './about-token.ts';
import { aboutWebhook } from './about-webhook.ts';
import type { Composed, Composing } from './composed.ts';
import type { DownloadNotification, NotificationJob, ProcessNotification } from './notification-job.ts';
import { personLanguage } from './person-language.ts';
import { isOpen, readStory, type ProcessStory } from './process-story.ts';
import { readSender } from './read-sender.ts';
import { renderNotification } from './render-notification.ts';
import { userAddress } from './user-address.ts';

/** What a message says and to whom, read from the log. @throws Unprocessable for a job that makes no sense */
export async function composeNotification(
  composing: Omit<Composing, 'sender'>,
  job: NotificationJob,
): Promise<Composed> {
  const sender = await readSender(composing.log, job.tenantId, composing.publicUrl);
  const composed = await composeByKind({ ...composing, sender }, job);
  const isGone = 'to' in composed && composed.to.address === ERASED;
  return isGone ? { overtaken: 'the data of the recipient was erased' } : composed;
}

function composeByKind(composing: Composing, job: NotificationJob): Promise<Composed> {
  switch (job.notificationKind) {
    case 'download-ready':
      return aboutDownload(composing, job);
    case 'user-invited':
      return aboutInvitation(composing, job);
    case 'token-expiring':
      return aboutToken(composing, job);
    case 'security-notice':
    case 'person-device':
      return aboutSecurity(composing, job);
    case 'administration':
      return aboutAdministration(composing, job);
    case 'former-address':
      return aboutFormerAddress(composing, job);
    case 'webhook-disabled':
      return aboutWebhook(composing, job);
    default:
      return aboutProcess(composing, job);
  }
}

async function aboutProcess(
  { log, publicUrl, sender }: Composing,
  job: ProcessNotification,
): Promise<Composed> {
  const story = await readStory(log, job.processId);
  if (story?.process.tenantId !== job.tenantId)
    throw new Unprocessable('there is no such process in this tenant');
  const overtaken = overtakenBy(story, job);
  if (overtaken !== undefined) return { overtaken };
  const to = await addressOf(log, job, story);
  const language =
    job.recipientKind === 'person' ? await personLanguage(log, job.tenantId, job.recipientId) : undefined;
  return { to, email: renderNotification({ job, story, to, language, publicUrl, sender }) };
}

/** Why a request to sign is no use any more by the time that it can leave. */
function overtakenBy({ process }: ProcessStory, job: ProcessNotification): string | undefined {
  if (job.notificationKind !== 'signature-requested' && job.notificationKind !== 'signature-reminder')
    return undefined;
  const own = [...process.signatures.values()].filter((one) => one.personId === job.recipientId);
  if (process.replaced.has(job.recipientId) && own.length === 0)
    return 'the recipient was replaced before they could be asked';
  return own.length > 0 && own.every((one) => !isOpen(process, one.documentId))
    ? 'what the recipient was to sign was closed before they could be asked'
    : undefined;
}

async function addressOf(
  log: DomainLog,
  job: ProcessNotification,
  story: ProcessStory,
): Promise<MailAddress> {
  // Word of a new contact goes to the former one.
  const act = job.actId === undefined ? undefined : story.acts.get(job.actId);
  const former = job.notificationKind === 'contact-replaced' ? act?.contact?.former : undefined;
  if (job.recipientKind === 'user') return userAddress(log, job.tenantId, job.recipientId);
  const participant = participantOf(story.process, job.recipientId);
  if (participant === undefined) throw new Unprocessable('the recipient takes no part in this process');
  return { name: participant.name, address: former?.email ?? participant.email };
}

async function aboutDownload(
  { log, publicUrl, now, sender }: Composing,
  job: DownloadNotification,
): Promise<Composed> {
  const { requested, prepared } = await readDownload(log, job.downloadId);
  if (requested?.tenantId !== job.tenantId || prepared === undefined)
    throw new Unprocessable('there is no such download in this tenant');
  const expiresAt = new Date(prepared.expiresAt);
  if (now >= expiresAt) return { overtaken: 'the download expired before it could be announced' };
  const to = await userAddress(log, job.tenantId, job.recipientId);
  const email = downloadReady({
    sender,
    recipientName: to.name,
    description: requested.description,
    fileCount: prepared.files.length,
    sizeBytes: prepared.sizeBytes,
    expiresAt,
    link: `${publicUrl}/downloads`,
    validateLink: `${publicUrl}/validate`,
  });
  return { to, email };
}

async function readDownload(log: DomainLog, downloadId: string) {
  let requested: DataOf<'DownloadRequested'> | undefined;
  let prepared: DataOf<'DownloadPrepared'> | undefined;
  for await (const event of log.readStream(streams.download(downloadId))) {
    if (event.type === 'DownloadRequested') requested = event.data;
    if (event.type === 'DownloadPrepared') prepared = event.data;
  }
  return { requested, prepared };
}
