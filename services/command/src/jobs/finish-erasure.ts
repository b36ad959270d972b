import { identifier } from '@lacre/contracts';
import { Unprocessable, type Job } from '@lacre/work-queue';
import { z } from 'zod';

import { finishErasure, type ErasureParts } from '../erasure/finish-erasure.ts';
import type { Work } from './follow-up.ts';

const payload = z.object({
  key: z.string(),
  tenantId: identifier,
  subjectKind: z.enum(['person', 'user']),
  subjectId: identifier,
});

/** An erasure that its request did not finish. @throws Unprocessable */
export function finishErasureJob(job: Job): Work<ErasureParts> {
  const parsed = payload.safeParse(job.payload);
  if (!parsed.success) throw new Unprocessable(`not an erasure: ${z.prettifyError(parsed.error)}`);
  const { key, tenantId, subjectKind: kind, subjectId: id } = parsed.data;
  const named = { kind: job.queue, key, tenantId };
  return { named, run: (service) => finishErasure(service, { kind, id, tenantId }) };
}
