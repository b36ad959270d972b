import { setTimeout as setTimeoutOf } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { Turns } from './turns.ts';

export interface ThreadPoolOptions<Output> {
  /** The module the threads run; it answers messages by `serveThread`. */
  module: URL;
  /** Threads at work at once. Tasks beyond that wait their turn. */
  size: number;
  /** A task that takes longer by the clock is ended together with its thread, milliseconds. */
  timeoutMs: number;
  /** JavaScript heap of one thread, megabytes. */
  heapMb: number;
  /** A fresh thread for the next task, by what this one answered: for input that may have left its thread the worse. */
  fresh: boolean | ((output: Output) => boolean);
  /** A thread that has had nothing to do for so long is ended, milliseconds. Default never. */
  idleMs?: number;
}

export interface TaskLimits {
  /**
   * The processor time a task may take before it is ended together with its thread, milliseconds: unlike the clock, the
   * same on a machine that has much else to do.
   */
  cpuMs?: number;
}

/** How often the processor time of a task is looked at, milliseconds. */
const CPU_CHECK_MS = 50;

/** The thread was ended because its task took too long or too much memory, or it crashed. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed';
  readonly why: 'timeout' | 'memory' | 'crash';

  constructor(cause: 'timeout' | 'memory' | 'crash', detail: string) {
    super(`${cause}: ${detail}`);
    this.why = cause;
  }
}

export type ThreadAnswer<Output> = { ok: true; output: Output } | { ok: false; message: string };

/** Runs tasks in worker threads, so that none blocks the event loop or outlives its limits. */
export class ThreadPool<Input, Output> {
  readonly #options: ThreadPoolOptions<Output>;
  readonly #idle: Worker[] = [];
  readonly #turns: Turns;
  readonly #idleTimers = new Map<Worker, NodeJS.Timeout>();
  #closed = false;

  constructor(options: ThreadPoolOptions<Output>) {
    this.#options = options;
    this.#turns = new Turns(options.size);
  }

  /**
   * @throws ThreadFailed when the thread had to be ended
   * @throws Error with the task's own message when it threw
   */
  run(input: Input, transfer: readonly ArrayBuffer[] = [], limits: TaskLimits = {}): Promise<Output> {
    return this.#turns.run(async () => {
      const worker = this.#take() ?? this.#start();
      try {
        const answer = await this.#ask(worker, input, transfer, limits);
        if (this.#isSpent(answer) || this.#closed) void worker.terminate();
        else this.#rest(worker);
        if (!answer.ok) throw new Error(answer.message);
        return answer.output;
      } finally {
        // The next task finds a thread that has loaded its modules already.
        if (!this.#closed && this.#idle.length === 0) this.#rest(this.#start());
      }
    });
  }

  #isSpent(answer: ThreadAnswer<Output>): boolean {
    const { fresh } = this.#options;
    return typeof fresh === 'boolean' ? fresh : !answer.ok || fresh(answer.output);
  }

  /** Ends idle threads; busy ones end with their task. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#idleTimers.values()) clearTimeout(timer);
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  #take(): Worker | undefined {
    const worker = this.#idle.pop();
    if (worker !== undefined) clearTimeout(this.#idleTimers.get(worker));
    return worker;
  }

  #start(): Worker {
    return new Worker(this.#options.module, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb },
      // Whatever a thread is made to read, the process's secrets are not within its reach.
      env: {},
      execArgv: [],
    });
  }

  /** An idle thread neither keeps the process alive nor, should it die, takes it along. */
  #rest(worker: Worker): void {
    worker.unref();
    worker.removeAllListeners();
    const forget = (): void => {
      const index = this.#idle.indexOf(worker);
      if (index !== -1) this.#idle.splice(index, 1);
      clearTimeout(this.#idleTimers.get(worker));
      this.#idleTimers.delete(worker);
    };
    worker.on('error', forget).on('exit', forget);
    this.#idle.push(worker);
    const { idleMs } = this.#options;
    if (idleMs === undefined) return;
    const end = (): void => {
      forget();
      void worker.terminate();
    };
    this.#idleTimers.set(worker, setTimeout(end, idleMs).unref());
  }

  #ask(
    worker: Worker,
    input: Input,
    transfer: readonly ArrayBuffer[],
    { cpuMs }: TaskLimits,
  ): Promise<ThreadAnswer<Output>> {
    const { timeoutMs } = this.#options;
    worker.ref();
    worker.removeAllListeners();
    return new Promise((resolve, reject) => {
      const stopTimers = (): void => {
        clearTimeout(timer);
        stopWatching();
      };
      const fail = (error: ThreadFailed): void => {
        stopTimers();
        worker.removeAllListeners();
        worker.on('error', () => {});
        void worker.terminate();
        reject(error);
      };
      const timer = setTimeout(() => fail(new ThreadFailed('timeout', `${timeoutMs} ms`)), timeoutMs);
      const stopWatching =
        cpuMs === undefined
          ? () => {}
          : watchCpu(worker, cpuMs, () => fail(new ThreadFailed('timeout', `${cpuMs} ms of processor time`)));
      worker.on('message', (answer: ThreadAnswer<Output>) => {
        stopTimers();
        resolve(answer);
      });
      worker.on('error', (error: Error & { code?: string }) => {
        const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        fail(new ThreadFailed(memory ? 'memory' : 'crash', error.message));
      });
      worker.on('exit', (code) => fail(new ThreadFailed('crash', `the thread exited with ${code}`)));
      worker.postMessage(input, transfer);
    });
  }
}

/**
 * Tells when the thread has used so much processor time from now on.
 *
 * @returns what ends the watch
 */
function watchCpu(worker: Worker, cpuMs: number, exceeded: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const used = async (): Promise<number> => {
    // A thread that has not begun, or has ended, has no answer.
    const usage = await worker.cpuUsage().catch(() => undefined);
    return usage === undefined ? 0 : (usage.user + usage.system) / 1000;
  };
  const watch = async (): Promise<void> => {
    const before = await used();
    while (!signal.aborted) {
      await setTimeoutOf(CPU_CHECK_MS, undefined, { ref: false });
      const usedUp = !signal.aborted && (await used()) - before > cpuMs;
      if (usedUp && !signal.aborted) return exceeded();
    }
  };
  void watch();
  return () => stopping.abort();
}
