import { identifier, processNotificationKind } from '@lacre/contracts';
import { Unprocessable } from '@lacre/work-queue';
import { z } from 'zod';

const message = {
  notificationId: identifier,
  tenantId: identifier,
  recipientKind: z.enum(['person', 'user']),
  recipientId: identifier,
};
const ofProcess = z.object({
  ...message,
  notificationKind: processNotificationKind,
  processId: identifier,
  /** The act it is about, for kinds about one. */
  actId: identifier.optional(),
});
const ofDownload = z.object({
  ...message,
  notificationKind: z.literal('download-ready'),
  downloadId: identifier,
});
const ofInvitation = z.object({
  ...message,
  notificationKind: z.literal('user-invited'),
  invitationId: identifier,
});
const ofToken = z.object({ ...message, notificationKind: z.literal('token-expiring'), tokenId: identifier });
const ofSecurity = z.object({
  ...message,
  notificationKind: z.enum(['security-notice', 'person-device']),
  /** The event of the change, in the recipient's own stream. */
  eventId: identifier,
});
const ofAdministration = z.object({
  ...message,
  notificationKind: z.literal('administration'),
  /** In the tenant's stream. */
  eventId: identifier,
});
const ofFormerAddress = z.object({
  ...message,
  notificationKind: z.literal('former-address'),
  stream: z.string(),
  eventId: identifier,
});
const ofWebhook = z.object({
  ...message,
  notificationKind: z.literal('webhook-disabled'),
  webhookId: identifier,
  eventId: identifier,
});
const payload = z.discriminatedUnion('notificationKind', [
  ofProcess,
  ofDownload,
  ofInvitation,
  ofToken,
  ofSecurity,
  ofAdministration,
  ofFormerAddress,
  ofWebhook,
]);

/** One message to one recipient about one moment of a process, a download, or their account: ids only. */
export type NotificationJob = z.output<typeof payload>;
export type ProcessNotification = z.output<typeof ofProcess>;
export type DownloadNotification = z.output<typeof ofDownload>;
export type SecurityNotification = z.output<typeof ofSecurity>;
export type AdministrationNotification = z.output<typeof ofAdministration>;
export type FormerAddressNotification = z.output<typeof ofFormerAddress>;
export type WebhookNotification = z.output<typeof ofWebhook>;
export type InvitationNotification = z.output<typeof ofInvitation>;
export type TokenNotification = z.output<typeof ofToken>;

/** @throws Unprocessable when the job is not one of ours. */
export function notificationJobOf(job: { payload: unknown }): NotificationJob {
  const parsed = payload.safeParse(job.payload);
  if (!parsed.success) throw new Unprocessable(`not a notification: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
