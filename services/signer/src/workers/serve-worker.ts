import { once } from 'node:events';
import { constants } from 'node:os';
import { Worker } from 'node:worker_threads';

import { putTogether } from './apart-from-message.ts';
import { WATCHING_PROGRAM, type Limits } from './limits-watch.ts';
import { NOT_UP, OVERSPENT, type WorkerAnswer, type WorkerTask } from './worker-pool.ts';

/** What has to be there before the first task. */
interface Preparation {
  prepare: () => Promise<void>;
  /** The processor time it may take before the pool starts another process in place of this one, milliseconds. */
  cpuMs: number;
}

/**
 * Answers the pool's tasks in a process of its own, one at a time, within the pool's limits. A task that comes during
 * the preparation waits for its end.
 */
export function serveWorker(handle: (input: never) => Promise<unknown>, preparation?: Preparation): void {
  const [, , memoryMb, serviceId] = process.argv.map(Number);
  const limits = watchLimits({ memoryBytes: (memoryMb ?? 0) * 1e6, serviceId: serviceId ?? 0 });
  const ready = preparation && prepared(preparation, limits);
  const answer = async ({ input, apart, cpuMs }: WorkerTask<never>): Promise<void> => {
    const whole = putTogether(input, apart);
    await ready;
    limits.during(cpuMs);
    const answered = await handle(whole).then(
      (output): WorkerAnswer<unknown> => ({ ok: true, output }),
      (error: unknown): WorkerAnswer<unknown> => ({
        ok: false,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
    limits.during(undefined);
    process.send?.(answered);
  };
  process.on('message', (task) => void answer(task as WorkerTask<never>));
  process.on('disconnect', () => process.exit());
  // Sent to the whole group, they ask the service to end in order: what it waits for is still answered.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
}

async function prepared({ prepare, cpuMs }: Preparation, limits: LimitsWatch): Promise<void> {
  // A preparation that keeps this thread busy would keep the watching one from starting.
  await limits.online;
  limits.during(cpuMs, NOT_UP);
  await prepare();
  limits.during(undefined);
}

interface LimitsWatch {
  online: Promise<unknown>;
  /** From now on the process may use so much more processor time, milliseconds; undefined for any. */
  during(cpuMs: number | undefined, signal?: typeof OVERSPENT | typeof NOT_UP): void;
}

/** Has a thread of this process end it when it goes beyond its limits: a task that keeps the main one busy cannot. */
function watchLimits(limits: Pick<Limits, 'memoryBytes' | 'serviceId'>): LimitsWatch {
  const spend = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
  spend[0] = Infinity;
  const watch = new Worker(WATCHING_PROGRAM, {
    eval: true,
    workerData: { ...limits, spend } satisfies Limits,
    execArgv: [],
  });
  const online = once(watch, 'online');
  watch.unref();
  return {
    online,
    during(cpuMs, signal = OVERSPENT) {
      const { user, system } = process.cpuUsage();
      spend[1] = constants.signals[signal];
      spend[0] = cpuMs === undefined ? Infinity : user + system + cpuMs * 1000;
    },
  };
}
