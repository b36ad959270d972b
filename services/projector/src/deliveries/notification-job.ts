import { identifier } from '@lacre/contracts';
import { Unprocessable, type Job } from '@lacre/work-queue';
import { z } from 'zod';

const payload = z.object({
  notificationId: identifier,
  tenantId: identifier,
  notificationKind: z.enum([
    'signature-requested',
    'process-finished',
    'document-rejected',
    'document-canceled',
  ]),
  processId: identifier,
  recipientKind: z.enum(['person', 'user']),
  recipientId: identifier,
  documentId: identifier.optional(),
});

/** One message to one recipient about one moment of a process: ids only. */
export type NotificationJob = z.output<typeof payload>;

/** @throws Unprocessable when the job is not one of ours. */
export function notificationJobOf(job: Pick<Job, 'payload'>): NotificationJob {
  const parsed = payload.safeParse(job.payload);
  if (!parsed.success) throw new Unprocessable(`not a notification: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
