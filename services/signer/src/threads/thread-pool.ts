import { Worker } from 'node:worker_threads';

import { Turns } from './turns.ts';

export interface ThreadPoolOptions {
  /** The module the threads run; it answers messages by `serveThread`. */
  module: URL;
  /** Threads at work at once. Tasks beyond that wait their turn. */
  size: number;
  /** A task that takes longer is ended together with its thread, milliseconds. */
  timeoutMs: number;
  /** JavaScript heap of one thread, megabytes. */
  heapMb: number;
  /** A fresh thread for every task: for input that may have broken the one before. */
  fresh: boolean;
}

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
  readonly #options: ThreadPoolOptions;
  readonly #idle: Worker[] = [];
  readonly #turns: Turns;
  #closed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#turns = new Turns(options.size);
  }

  /**
   * @throws ThreadFailed when the thread had to be ended
   * @throws Error with the task's own message when it threw
   */
  run(input: Input, transfer: readonly ArrayBuffer[] = []): Promise<Output> {
    return this.#turns.run(async () => {
      const worker = this.#idle.pop() ?? this.#start();
      const answer = await this.#ask(worker, input, transfer);
      if (this.#options.fresh || this.#closed) void worker.terminate();
      else this.#rest(worker);
      // The next task finds a thread that has loaded its modules already.
      if (this.#options.fresh && !this.#closed && this.#idle.length === 0) this.#rest(this.#start());
      if (!answer.ok) throw new Error(answer.message);
      return answer.output;
    });
  }

  /** Ends idle threads; busy ones end with their task. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
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
    };
    worker.on('error', forget).on('exit', forget);
    this.#idle.push(worker);
  }

  #ask(worker: Worker, input: Input, transfer: readonly ArrayBuffer[]): Promise<ThreadAnswer<Output>> {
    const { timeoutMs } = this.#options;
    worker.ref();
    worker.removeAllListeners();
    return new Promise((resolve, reject) => {
      const fail = (error: ThreadFailed): void => {
        clearTimeout(timer);
        worker.removeAllListeners();
        worker.on('error', () => {});
        void worker.terminate();
        reject(error);
      };
      const timer = setTimeout(() => fail(new ThreadFailed('timeout', `${timeoutMs} ms`)), timeoutMs);
      worker.on('message', (answer: ThreadAnswer<Output>) => {
        clearTimeout(timer);
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
