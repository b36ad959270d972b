import { randomUUID } from 'node:crypto';

import { TenantAway, type TenantMoves } from '@lacre/access';
import { NOT_MOVED, type TenantMove } from '@lacre/contracts';
import { RetryLater, type Job, type JobHandler, type WorkQueue } from '@lacre/work-queue';
import { MemoryWorkQueue } from '@lacre/work-queue/memory';
import pino from 'pino';
import { beforeEach, expect, it } from 'vitest';

import { holdJobs } from './hold-jobs.ts';

const tenantId = randomUUID();
const move = { moveId: randomUUID(), address: 'https://assina2.example' };
const MOVING = { stage: 'moving', ...move } as const;
const LEFT = { stage: 'movedOut', ...move } as const;

let stands: TenantMove;
let lines: { msg: string; queue?: string; tenantId?: string }[];
let done: string[];

const tenantMoves: TenantMoves = {
  of: async () => stands,
  awayOf: async () => TenantAway.of(stands),
};

/** The handler as the queue below gets it. */
async function consumed(handler: JobHandler): Promise<JobHandler> {
  let taken: JobHandler | undefined;
  const queue: WorkQueue = Object.assign(new MemoryWorkQueue(), {
    consume: async (_name: string, inner: JobHandler) => {
      taken = inner;
      return { stop: async () => {} };
    },
  });
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) });
  const options = { concurrency: 1, visibilityMs: 1000, maxDeliveries: 2 };
  await holdJobs(queue, { tenantMoves, logger }).consume('seal-document', handler, options);
  return taken ?? handler;
}
const job: Job = {
  id: '1',
  dedupeKey: 'seal-document:k',
  queue: 'seal-document',
  payload: { key: 'k', tenantId },
  attempt: 1,
  signal: new AbortController().signal,
};

beforeEach(() => {
  stands = NOT_MOVED;
  lines = [];
  done = [];
});

it('holds a job while its tenant is being moved, without counting a try, and runs it afterwards', async () => {
  const handler = await consumed(async ({ id }) => void done.push(id));
  stands = MOVING;
  await expect(handler(job)).rejects.toBeInstanceOf(RetryLater);
  expect(done).toEqual([]);
  stands = NOT_MOVED;
  await handler(job);
  expect(done).toEqual(['1']);
});

it('holds one begun before the move, which may not append any more', async () => {
  const handler = await consumed(async () => {
    throw TenantAway.of(MOVING);
  });
  await expect(handler(job)).rejects.toBeInstanceOf(RetryLater);
});

it('drops a job of a tenant that left, with a line in the log', async () => {
  const handler = await consumed(async ({ id }) => void done.push(id));
  stands = LEFT;
  await handler(job);
  expect(done).toEqual([]);
  expect(lines).toMatchObject([
    { msg: expect.stringContaining('dropped'), queue: 'seal-document', tenantId },
  ]);
});

it('leaves every other failure, and jobs that name no tenant, as they are', async () => {
  const handler = await consumed(async ({ payload }) => {
    if (payload === null) done.push('none');
    else throw new TypeError('a bug');
  });
  await expect(handler(job)).rejects.toBeInstanceOf(TypeError);
  stands = MOVING;
  await handler({ ...job, payload: null });
  expect(done).toEqual(['none']);
});
