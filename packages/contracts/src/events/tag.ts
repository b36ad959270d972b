import { z } from 'zod';

import { identifier, tagName } from '../fields.ts';

const reference = { tenantId: identifier, tagId: identifier };

/** Stream `tenant-…`: tags are the tenant's, and processes carry them by id, so that a new name is one event. */
export const tagEvents = {
  TagCreated: z.strictObject({ ...reference, name: tagName }),
  TagRenamed: z.strictObject({ ...reference, name: tagName }),
  /** No process carries it any more. */
  TagRemoved: z.strictObject(reference),
} as const;
