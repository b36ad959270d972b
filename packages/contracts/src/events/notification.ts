import { z } from 'zod';

import { identifier } from '../fields.ts';
import { about, personal } from '../personal-data.ts';

const reference = {
  notificationId: identifier,
  tenantId: identifier,
  recipient: z.strictObject({ kind: z.enum(['person', 'user']), id: about(identifier) }),
};

export const processNotificationKind = z.enum([
  'signature-requested',
  'signature-reminder',
  'process-finished',
  'signature-recorded',
  'signature-dispensed',
  'participant-replaced',
  'signature-delegated',
  'contact-replaced',
  'document-rejected',
  'document-canceled',
  'document-seal-failed',
  'process-expired',
]);
export type ProcessNotificationKind = z.output<typeof processNotificationKind>;

const refusal = personal(z.string(), 'recipient.id');

/** What a message is about: a process, or a zip that was asked for. */
const ofProcess = { ...reference, kind: processNotificationKind, processId: identifier };
const ofDownload = { ...reference, kind: z.literal('download-ready'), downloadId: identifier };

/** To a user about their own account: an invitation to join, an API token that is about to expire. */
const ofInvitation = { ...reference, kind: z.literal('user-invited'), invitationId: identifier };
const ofToken = { ...reference, kind: z.literal('token-expiring'), tokenId: identifier };

/**
 * About sign-in, a device or the tenant's administrators, each caused by one event; to the
 * former address of an account of access that it gives; to a webhook's keeper of its end.
 */
const ofSecurity = {
  ...reference,
  kind: z.enum(['security-notice', 'person-device', 'administration', 'former-address']),
  eventId: identifier,
};
const ofWebhook = {
  ...reference,
  kind: z.literal('webhook-disabled'),
  webhookId: identifier,
  eventId: identifier,
};

/** Stream `notification-…`: one message to one recipient about one moment, sent once. */
export const notificationEvents = {
  NotificationSent: z.discriminatedUnion('kind', [
    z.strictObject(ofProcess),
    z.strictObject(ofDownload),
    z.strictObject(ofInvitation),
    z.strictObject(ofToken),
    z.strictObject(ofSecurity),
    z.strictObject(ofWebhook),
  ]),
  /**
   * The recipient's server refused for good, in words that may hold their address (the requester sees it), or the
   * notification was obsolete before it could be sent.
   */
  NotificationUndeliverable: z.discriminatedUnion('kind', [
    z.strictObject({ ...ofProcess, reason: refusal }),
    z.strictObject({ ...ofDownload, reason: refusal }),
    z.strictObject({ ...ofInvitation, reason: refusal }),
    z.strictObject({ ...ofToken, reason: refusal }),
    z.strictObject({ ...ofSecurity, reason: refusal }),
    z.strictObject({ ...ofWebhook, reason: refusal }),
  ]),
} as const;
