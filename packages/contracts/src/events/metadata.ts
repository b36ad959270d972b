import { z } from 'zod';

import { clientContext, identifier, timestamp } from '../fields.ts';
import { personal } from '../personal-data.ts';

/** Who acted. Names are kept as they were at the moment of the act. */
export const actor = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('user'),
    id: identifier,
    name: personal(z.string(), 'id'),
    /** The API token that they acted through. */
    tokenId: identifier.optional(),
  }),
  z.strictObject({ kind: z.literal('person'), id: identifier, name: personal(z.string(), 'id') }),
  /** The id of the user that the act created, as at registration. */
  z.strictObject({ kind: z.literal('visitor'), id: identifier.optional() }),
  z.strictObject({ kind: z.literal('system'), name: z.string() }),
]);
export type Actor = z.output<typeof actor>;

const stated = {
  occurredAt: timestamp,
  correlationId: z.string(),
  causationId: z.string().optional(),
  /** Of the shape of the data, from 1 (`former-shapes.ts`). */
  schemaVersion: z.number().int().positive(),
  tenantId: identifier,
  actor,
  client: personal(clientContext, 'actor').optional(),
  /** The span that appended it (W3C Trace Context), where traces are exported: what it leads to goes on from there. */
  traceparent: z
    .string()
    .regex(/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/)
    .optional(),
  /** SHA-256 of the request that caused it: detects the same idempotency key with another body. */
  requestHash: z.string().optional(),
};

/** What stands beside every event's data, and beside it what the log adds of its own. */
export const eventMetadata = z.looseObject(stated);
export type EventMetadata = z.output<z.ZodObject<typeof stated>>;
