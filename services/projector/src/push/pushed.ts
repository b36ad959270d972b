import { participantOf, type PushKind } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

import type { NotificationJob, ProcessNotification } from '../deliveries/notification-job.ts';
import { readStory } from '../deliveries/process-story.ts';
import { readUser } from '../deliveries/user-record.ts';

type Kinds = Partial<Record<NotificationJob['notificationKind'], PushKind>>;

/** What browsers are notified of: a signer of their turn, a requester of what became of their processes. */
const PUSHED: Readonly<Record<NotificationJob['recipientKind'], Kinds>> = {
  person: { 'signature-requested': 'turn', 'signature-reminder': 'turn' },
  user: { 'process-finished': 'finished', 'document-rejected': 'refused', 'process-expired': 'expired' },
};

/** As what the message is for browsers too, besides being mailed; undefined for one that is not. */
export const pushKindOf = (job: NotificationJob): PushKind | undefined =>
  PUSHED[job.recipientKind][job.notificationKind];

export const isPushed = (job: NotificationJob): job is ProcessNotification => pushKindOf(job) !== undefined;

/**
 * The requester who is asked to sign in their own process: the user who reads the mail of the person it is sent to.
 * Undefined where another user reads it, or none.
 */
export async function requesterAsked(
  log: DomainLog,
  { tenantId, processId, recipientId }: ProcessNotification,
): Promise<string | undefined> {
  const story = await readStory(log, processId);
  if (story?.process.tenantId !== tenantId) return undefined;
  const { userId } = story.process.requester;
  const asked = participantOf(story.process, recipientId);
  const user = await readUser(log, tenantId, userId);
  const isTheirs = user?.status === 'active' && !user.isUnproven && user.to.address === asked?.email;
  return isTheirs ? userId : undefined;
}
