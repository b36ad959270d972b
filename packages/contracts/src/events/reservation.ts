import { z } from 'zod';

import { identifier } from '../fields.ts';

/**
 * Stream `reservation-{kind}-{digest}`: a value that must be unique belongs to one owner's stream. An owner that
 * never came to be loses it to the next one.
 */
export const reservationEvents = {
  ValueReserved: z.strictObject({
    kind: z.enum(['cnpj', 'cpf', 'email', 'domain']),
    tenantId: identifier,
    owner: z.string(),
  }),
  ReservationTakenOver: z.strictObject({
    kind: z.enum(['cnpj', 'cpf', 'email', 'domain']),
    tenantId: identifier,
    owner: z.string(),
    from: z.string(),
  }),
  /** Appended to an absent owner's stream before its reservation is taken over, so that it can no longer appear. */
  OwnerForfeited: z.strictObject({ owner: z.string(), tenantId: identifier }),
} as const;
