import { Worker } from 'node:worker_threads';

import type { WorkerAnswer, WorkerTask } from './worker-pool.ts';

/** Answers the pool's tasks in a process of its own, one at a time, within the pool's limits. */
export function serveWorker(handle: (input: never) => Promise<unknown>): void {
  const limits = watchLimits(Number(process.argv[2]) * 1e6);
  const answer = async ({ input, cpuMs }: WorkerTask<never>): Promise<void> => {
    limits.cpuMs = cpuMs;
    const answered = await handle(input).then(
      (output): WorkerAnswer<unknown> => ({ ok: true, output }),
      (error: unknown): WorkerAnswer<unknown> => ({
        ok: false,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
    limits.cpuMs = undefined;
    process.send?.(answered);
  };
  process.on('message', (task) => void answer(task as WorkerTask<never>));
  process.on('disconnect', () => process.exit());
  // Sent to the whole group, they ask the service to end in order: what it waits for is still answered.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
}

/** Has a thread of this process end it when it goes beyond its limits: a task that keeps the main one busy cannot. */
function watchLimits(memoryBytes: number): { cpuMs: number | undefined } {
  const spendUntil = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  spendUntil[0] = Infinity;
  new Worker(new URL('./limits-watch.ts', import.meta.url), {
    workerData: { spendUntil, memoryBytes },
    execArgv: [],
  }).unref();
  return {
    set cpuMs(more: number | undefined) {
      const { user, system } = process.cpuUsage();
      spendUntil[0] = more === undefined ? Infinity : user + system + more * 1000;
    },
  };
}
