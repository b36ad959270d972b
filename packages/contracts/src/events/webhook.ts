import { z } from 'zod';

import { identifier, lineOrBlank, timestamp } from '../fields.ts';
import { MAX_LINE_LENGTH } from '../limits.ts';

const reference = { webhookId: identifier, tenantId: identifier };
const settings = {
  url: z.string(),
  description: lineOrBlank(MAX_LINE_LENGTH),
  /** Public types that are sent; empty for all of them. */
  eventTypes: z.array(z.string()),
};

/** Stream `webhook-…`: an address of an integrator's. Its secrets stand encrypted elsewhere, by their ids. */
export const webhookEvents = {
  WebhookCreated: z.strictObject({
    ...reference,
    userId: identifier,
    ...settings,
    secretId: identifier,
    /** Which of the tenant's places for webhooks is its own, from 0; those from before there were any have none. */
    slot: z.number().int().min(0).optional(),
  }),
  WebhookEdited: z.strictObject({ ...reference, ...settings }),
  /** What happens from here on waits until it is resumed. */
  WebhookPaused: z.strictObject(reference),
  WebhookResumed: z.strictObject(reference),
  /** Both secrets sign until the moment given. */
  WebhookSecretRotated: z.strictObject({
    ...reference,
    secretId: identifier,
    previousSecretId: identifier,
    previousUntil: timestamp,
  }),
  /** It has not answered for days: what happens from here on is not kept for it. */
  WebhookDisabled: z.strictObject({
    ...reference,
    failingSince: timestamp,
    /** The user who created it, and is notified. */
    userId: identifier.optional(),
  }),
  /** A fact is to be sent to it once more. */
  WebhookReplayRequested: z.strictObject({ ...reference, eventId: identifier }),
  WebhookRemoved: z.strictObject(reference),
} as const;
