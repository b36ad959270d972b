import type { Consumer, Job, WorkQueue } from '@lacre/work-queue';

import { FINISH_ERASURE } from '../erasure/finish-erasure.ts';
import type { CommandService } from '../service.ts';
import { abandonProcess } from './abandon-process.ts';
import { disableWebhook } from './disable-webhook.ts';
import { finishErasureJob } from './finish-erasure.ts';
import { followUpOf, type FollowUpHandler, type Work } from './follow-up.ts';
import { GRANT_MONTHLY_CREDITS, grantMonthlyCreditsJob } from './grant-monthly-credits.ts';
import { JobProblems } from './job-problems.ts';
import { expireProcess, remindParticipants } from './process-schedule.ts';
import { abandonProcessSet, createPlannedProcesses } from './process-set.ts';
import { recordSealFailure } from './record-seal-failure.ts';
import { recordSeal } from './record-seal.ts';
import { consumeCredit, refundCredit } from './settle-credit.ts';
import { startTidying } from './tidy.ts';

/** Queues this service consumes, each with what it does. */
const FOLLOW_UPS: Readonly<Record<string, FollowUpHandler<CommandService>>> = {
  'record-seal': recordSeal,
  'record-seal-failure': recordSealFailure,
  'consume-credit': consumeCredit,
  'refund-credit': refundCredit,
  'abandon-process': abandonProcess,
  'abandon-set': abandonProcessSet,
  'create-processes': createPlannedProcesses,
  'expire-process': expireProcess,
  'remind-participants': remindParticipants,
};

/** Queues whose jobs are about no process. */
const OTHERS: Readonly<Record<string, (job: Job) => Work<CommandService>>> = {
  [FINISH_ERASURE]: finishErasureJob,
  [GRANT_MONTHLY_CREDITS]: grantMonthlyCreditsJob,
};

/** What a job of a process asks for. @throws Unprocessable */
const ofProcess =
  (handler: FollowUpHandler<CommandService>) =>
  (job: Job): Work<CommandService> => {
    const named = followUpOf(job);
    return { named, run: (service) => handler(service, named) };
  };

/** Dead letters stay in the queue; whatever is still open in the log is published again by its reactor anyway. */
const OPTIONS = { concurrency: 4, visibilityMs: 10_000, maxDeliveries: 20 } as const;

/** Consumes the follow-ups and drops what is over. `stop` waits for what is in flight. */
export async function startCommandWorkers(
  service: CommandService,
  queue: WorkQueue,
): Promise<{ stop(): Promise<void> }> {
  const problems = new JobProblems(service.pool);
  const work = Object.entries(FOLLOW_UPS).map(([name, handler]) => [name, ofProcess(handler)] as const);
  const consumers: Consumer[] = await Promise.all(
    [...work, ...Object.entries(OTHERS)].map(([name, read]) =>
      queue.consume(name, (job) => attempt(service, problems, job, read), OPTIONS),
    ),
  );
  consumers.push(await queue.consume('disable-webhook', (job) => disableWebhook(service, job), OPTIONS));
  const tidying = startTidying(service);
  const stopping = new AbortController();
  const following = service.openProcesses.follow(stopping.signal, (error) =>
    service.log.error({ err: error }, 'the index of open processes fell behind'),
  );
  const indexing = service.personalData.mentions.follow(stopping.signal, (error) =>
    service.log.error({ err: error }, 'the index of whom the log speaks of fell behind'),
  );
  return {
    async stop() {
      stopping.abort();
      const ends = consumers.map((consumer) => consumer.stop());
      await Promise.all([...ends, tidying.stop(), following, indexing]);
    },
  };
}

async function attempt(
  service: CommandService,
  problems: JobProblems,
  job: Job,
  read: (job: Job) => Work<CommandService>,
): Promise<void> {
  const { named, run } = read(job);
  try {
    await run(service);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    service.log.warn(
      { err: error, queue: job.queue, key: named.key, attempt: job.attempt },
      'a follow-up failed',
    );
    await problems.report(named, job.attempt, problem, service.now());
    throw error;
  }
  await problems.clear(named);
}
