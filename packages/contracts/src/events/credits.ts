import { z } from 'zod';

import { calendarMonth, identifier, timestamp } from '../fields.ts';

const amount = z.number().int().positive();
const entry = { tenantId: identifier, amount };

/** Stream `credits-…`: 1 credit a document, reserved at creation, consumed when sealed, refunded otherwise. */
export const creditEvents = {
  CreditsGranted: z.strictObject({
    ...entry,
    reason: z.string(),
    /** Of a monthly grant: the month it is for, which has one. */
    month: calendarMonth.optional(),
    /** When the next monthly grant is due. */
    nextGrantAt: timestamp.optional(),
  }),
  /** What the operator has the tenant granted every month from then on; 0 ends it. */
  MonthlyCreditsSet: z.strictObject({
    tenantId: identifier,
    amount: z.number().int().nonnegative(),
    /** The first month it is for. */
    from: calendarMonth,
    nextGrantAt: timestamp.optional(),
  }),
  CreditsReserved: z.strictObject({
    ...entry,
    processId: identifier,
    /** Made together with others, all of whose credits are reserved at once. */
    setId: identifier.optional(),
  }),
  CreditsConsumed: z.strictObject({ ...entry, processId: identifier, documentId: identifier }),
  /** Without a document: the whole reservation of a process that was not created. */
  CreditsRefunded: z.strictObject({
    ...entry,
    processId: identifier,
    documentId: identifier.optional(),
    /** No process of the set was created. */
    setId: identifier.optional(),
  }),
} as const;
