import { identifier } from '@lacre/contracts';
import { Unprocessable, type Job } from '@lacre/work-queue';
import { z } from 'zod';

import { finishErasure } from '../erasure/finish-erasure.ts';
import type { Subject } from '../erasure/subject.ts';
import type { CommandService } from '../service.ts';

const payload = z.object({
  key: z.string(),
  tenantId: identifier,
  subjectKind: z.enum(['person', 'user']),
  subjectId: identifier,
});

/** An erasure that its request did not finish. @throws Unprocessable */
export function erasureOf(job: Job): Subject & { key: string } {
  const parsed = payload.safeParse(job.payload);
  if (!parsed.success) throw new Unprocessable(`not an erasure: ${z.prettifyError(parsed.error)}`);
  const { key, tenantId, subjectKind: kind, subjectId: id } = parsed.data;
  return { key, tenantId, kind, id };
}

export const finishErasureJob = (service: CommandService, job: Job): Promise<void> =>
  finishErasure(service, erasureOf(job));
