import { z } from 'zod';

import { erasureReason, identifier } from '../fields.ts';

const ofPerson = { personId: identifier, tenantId: identifier };
const ofUser = { userId: identifier, tenantId: identifier };

/**
 * Streams `person-…` and `user-…`: the erasure of a person's or user's data. After the first of a pair nothing of
 * theirs is shown or written any more; the second says that their key is destroyed, and all that was kept beside the
 * log with it.
 */
export const erasureEvents = {
  PersonErased: z.strictObject({ ...ofPerson, reason: erasureReason }),
  PersonErasureCompleted: z.strictObject(ofPerson),
  UserErased: z.strictObject({ ...ofUser, reason: erasureReason }),
  UserErasureCompleted: z.strictObject(ofUser),
} as const;
