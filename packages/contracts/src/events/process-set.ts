import { z } from 'zod';

import { identifier, timestamp } from '../fields.ts';
import { about } from '../personal-data.ts';
import { processDocument, processEvents } from './process.ts';

const reference = { setId: identifier, tenantId: identifier };
const created = processEvents.ProcessCreated.shape;

/**
 * Stream `set-…`: processes of one document each, made by one command. The plan is the commit point: after it all of
 * them are created, by whichever process; instead of it the set is abandoned, and none does.
 */
export const processSetEvents = {
  ProcessSetPlanned: z.strictObject({
    ...reference,
    summary: created.summary,
    company: created.company,
    requester: created.requester,
    tenantName: created.tenantName,
    participants: created.participants,
    minimumSignatories: created.minimumSignatories,
    acceptsLateSignatures: created.acceptsLateSignatures,
    allowsDelegation: created.allowsDelegation,
    tagIds: created.tagIds,
    deadline: created.deadline,
    reminders: created.reminders,
    /** The moment of creation of all of them, whenever each is made. */
    plannedAt: timestamp,
    processes: z
      .array(
        z.strictObject({
          processId: identifier,
          document: processDocument,
          /** Who answers the document's selection. */
          answeringIds: z.array(about(identifier)).optional(),
        }),
      )
      .min(1),
  }),
  ProcessSetCreated: z.strictObject(reference),
  /** Its credits were reserved and no plan came: from here on none can. */
  ProcessSetAbandoned: z.strictObject(reference),
} as const;
