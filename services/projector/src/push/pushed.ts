import type { NotificationJob, ProcessNotification } from '../deliveries/notification-job.ts';

type Kind = ProcessNotification['notificationKind'];

/** What browsers are notified of: a signer of their turn, a requester of the end of what they asked for. */
const PUSHED: Readonly<Record<NotificationJob['recipientKind'], readonly Kind[]>> = {
  person: ['signature-requested', 'signature-reminder'],
  user: ['process-finished', 'document-rejected'],
};

/** Whether the message is for browsers too, besides being mailed. */
export const isPushed = (job: NotificationJob): job is ProcessNotification =>
  (PUSHED[job.recipientKind] as readonly string[]).includes(job.notificationKind);
