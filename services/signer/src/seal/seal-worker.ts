import { sealDuration } from '@lacre/observability';
import type { Consumer, Job, WorkQueue } from '@lacre/work-queue';
import { Unprocessable } from '@lacre/work-queue';
import { z } from 'zod';

import { clearJobProblem, recordJobProblem } from './problems/job-problem.ts';
import { failSeal, sealFailureOf } from './problems/seal-failure.ts';
import { problemText } from './problems/sealing-problems.ts';
import { removeSteps } from './remove-steps.ts';
import { renewSeal } from './renew-seal.ts';
import { sealDocument } from './seal-document.ts';
import { readSealRecord } from './seal-record.ts';
import type { SealParts } from './seal-work.ts';

export const SEAL_QUEUE = 'seal-document';
const RENEW_QUEUE = 'renew-seal';

type SealingJob = typeof SEAL_QUEUE | typeof RENEW_QUEUE;

/** Ids only; what the reactor adds besides is none of the signer's business. */
const payload = z.looseObject({
  key: z.string().min(1),
  tenantId: z.uuid(),
  processId: z.uuid(),
  documentId: z.uuid(),
});

/** Seals in flight: each holds a whole document in memory. */
const CONCURRENCY = 2;
const VISIBILITY_MS = 10_000;
/** The reactor publishes again whatever stays open, so a dead letter here is not the end of a document. */
const MAX_DELIVERIES = 20;

/** Takes jobs of sealing and of renewal until stopped. */
export async function startSealWorkers(
  signer: SealParts & { workQueue: WorkQueue },
): Promise<{ stop(): Promise<void> }> {
  const consumers: Consumer[] = await Promise.all(
    ([SEAL_QUEUE, RENEW_QUEUE] as const).map((queue) =>
      signer.workQueue.consume(queue, (job) => handleSealJob(signer, queue, job), {
        concurrency: CONCURRENCY,
        visibilityMs: VISIBILITY_MS,
        maxDeliveries: MAX_DELIVERIES,
      }),
    ),
  );
  return {
    stop: async () => {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}

/** One delivery: does the job, and keeps what went wrong where people can see it until it goes right. */
export async function handleSealJob(
  signer: SealParts,
  kind: SealingJob,
  job: Pick<Job, 'payload' | 'attempt'>,
): Promise<void> {
  const parsed = payload.safeParse(job.payload);
  if (!parsed.success) throw new Unprocessable('not a sealing job');
  const { key, tenantId, processId, documentId } = parsed.data;
  const end = sealDuration.startTimer({ kind });
  try {
    if (kind === SEAL_QUEUE) await sealDocument(signer, processId, documentId);
    else await renewSeal(signer, documentId);
    end({ outcome: 'made' });
    signer.logger.info({ kind, processId, documentId }, 'seal made');
  } catch (error) {
    signer.logger.error({ err: error, kind, processId, documentId, attempt: job.attempt }, 'sealing failed');
    const failure = kind === SEAL_QUEUE ? sealFailureOf(error) : undefined;
    end({ outcome: failure ? 'impossible' : 'failed' });
    if (!failure) {
      const problem = problemText(error);
      await recordJobProblem(signer.pool, { kind, key, tenantId, attempts: job.attempt, problem });
      throw error;
    }
    await failSeal(signer, processId, documentId, failure);
    await removeSteps(signer, await readSealRecord(signer.log, documentId));
  }
  await clearJobProblem(signer.pool, kind, key);
}
