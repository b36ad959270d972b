import { z } from 'zod';

import { identifier } from '../fields.ts';

/** Stream `notification-…`: one message to one recipient about one moment, sent once. */
export const notificationEvents = {
  NotificationSent: z.strictObject({
    notificationId: identifier,
    tenantId: identifier,
    kind: z.enum(['signature-requested', 'process-finished', 'document-rejected', 'document-canceled']),
    processId: identifier,
    recipient: z.strictObject({ kind: z.enum(['person', 'user']), id: identifier }),
  }),
  /** The recipient's server refused for good; the requester sees it. */
  NotificationUndeliverable: z.strictObject({
    notificationId: identifier,
    tenantId: identifier,
    kind: z.enum(['signature-requested', 'process-finished', 'document-rejected', 'document-canceled']),
    processId: identifier,
    recipient: z.strictObject({ kind: z.enum(['person', 'user']), id: identifier }),
    reason: z.string(),
  }),
} as const;
