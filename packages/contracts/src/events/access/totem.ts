import { z } from 'zod';

import { identifier, line } from '../../fields.ts';
import { MAX_DEVICE_NAME_LENGTH } from '../../limits.ts';

/** A totem is a session of a totem user: ending it ends both. */
const reference = { userId: identifier, tenantId: identifier, totemId: identifier };

/** Stream `user-…`, of a totem user: the tablets that they are signed in at. */
export const totemEvents = {
  /** People may sign there from now on. */
  TotemRegistered: z.strictObject({ ...reference, name: line('o nome do totem', MAX_DEVICE_NAME_LENGTH) }),
  /** It is refused from now on, and so is every person signed in there. */
  TotemRevoked: z.strictObject(reference),
} as const;

/** The totem at which a person acted, by its name then. */
export const actedAtTotem = z.strictObject({
  totemId: identifier,
  name: line('o nome do totem', MAX_DEVICE_NAME_LENGTH),
});
