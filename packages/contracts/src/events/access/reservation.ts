import { z } from 'zod';

import { identifier } from '../../fields.ts';

/**
 * `webhook` is a place among those that a tenant has for webhooks; `skeleton` is what a domain looks like, so that no other
 * tenant takes one that is read as the same; the others are values of their owner.
 */
export const RESERVATION_KINDS = ['cnpj', 'cpf', 'email', 'phone', 'domain', 'skeleton', 'webhook'] as const;
const kind = z.enum(RESERVATION_KINDS);

/**
 * Stream `reservation-{kind}-{digest}`: a value that must be unique belongs to one owner's stream. An owner that
 * was not created loses it to the next one.
 */
export const reservationEvents = {
  ValueReserved: z.strictObject({
    kind,
    tenantId: identifier,
    owner: z.string(),
  }),
  ReservationTakenOver: z.strictObject({
    kind,
    tenantId: identifier,
    owner: z.string(),
    from: z.string(),
  }),
  /** Its owner has another value from now on: it is free. */
  ValueReleased: z.strictObject({ kind, tenantId: identifier, owner: z.string() }),
  /** Appended to an absent owner's stream before its reservation is taken over, so that it can no longer appear. */
  OwnerForfeited: z.strictObject({ owner: z.string(), tenantId: identifier }),
} as const;
