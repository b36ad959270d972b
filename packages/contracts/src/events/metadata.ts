import { z } from 'zod';

import { clientContext, identifier, timestamp } from '../fields.ts';

/** Who acted. Names are kept as they were at the moment of the act. */
export const actor = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('user'),
    id: identifier,
    name: z.string(),
    /** The API token that they acted through. */
    tokenId: identifier.optional(),
  }),
  z.strictObject({ kind: z.literal('person'), id: identifier, name: z.string() }),
  z.strictObject({ kind: z.literal('visitor') }),
  z.strictObject({ kind: z.literal('system'), name: z.string() }),
]);
export type Actor = z.output<typeof actor>;

/** What stands beside every event's data. */
export const eventMetadata = z.looseObject({
  occurredAt: timestamp,
  correlationId: z.string(),
  causationId: z.string().optional(),
  schemaVersion: z.number().int().positive(),
  tenantId: identifier,
  actor,
  client: clientContext.optional(),
  /** SHA-256 of the request that caused it: the same idempotency key with another body is told apart by this. */
  requestHash: z.string().optional(),
});
export type EventMetadata = z.output<typeof eventMetadata>;
