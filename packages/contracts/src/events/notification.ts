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
  'document-rejected',
  'document-canceled',
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

/** Stream `notification-…`: one message to one recipient about one moment, sent once. */
export const notificationEvents = {
  NotificationSent: z.discriminatedUnion('kind', [
    z.strictObject(ofProcess),
    z.strictObject(ofDownload),
    z.strictObject(ofInvitation),
    z.strictObject(ofToken),
  ]),
  /** The recipient's server refused for good, in words that may hold their address; the requester sees it. */
  NotificationUndeliverable: z.discriminatedUnion('kind', [
    z.strictObject({ ...ofProcess, reason: refusal }),
    z.strictObject({ ...ofDownload, reason: refusal }),
    z.strictObject({ ...ofInvitation, reason: refusal }),
    z.strictObject({ ...ofToken, reason: refusal }),
  ]),
} as const;
