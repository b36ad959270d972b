import { z } from 'zod';

import { identifier } from '../fields.ts';

const reference = {
  notificationId: identifier,
  tenantId: identifier,
  recipient: z.strictObject({ kind: z.enum(['person', 'user']), id: identifier }),
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

/** What a message is about: a process, or a zip that was asked for. */
const ofProcess = { ...reference, kind: processNotificationKind, processId: identifier };
const ofDownload = { ...reference, kind: z.literal('download-ready'), downloadId: identifier };

/** Stream `notification-…`: one message to one recipient about one moment, sent once. */
export const notificationEvents = {
  NotificationSent: z.discriminatedUnion('kind', [z.strictObject(ofProcess), z.strictObject(ofDownload)]),
  /** The recipient's server refused for good; the requester sees it. */
  NotificationUndeliverable: z.discriminatedUnion('kind', [
    z.strictObject({ ...ofProcess, reason: z.string() }),
    z.strictObject({ ...ofDownload, reason: z.string() }),
  ]),
} as const;
