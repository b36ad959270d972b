import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { problem, signatureOf } from './run-input.ts';
import type { Corpus } from './seed.ts';
import { type Finding, Progress, type Task, type TaskResult, type ThreadData } from './thread-contract.ts';

/** An input that takes this long is not waited for; on a busy machine it may yet be innocent. */
const GIVE_UP_MS = 30_000;
const LOOK_EVERY_MS = 500;
/** Beyond this a thread ends for lack of memory; buffers are counted apart. */
export const MAX_HEAP_MB = 512;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 64 };

/** A thread that is started anew when an input has been the end of it. */
export class FuzzThread {
  readonly #corpus: Corpus;
  readonly #withCoverage: boolean;
  readonly #progress = new Progress();
  #worker: Worker | undefined;

  constructor(corpus: Corpus, withCoverage: boolean) {
    this.#corpus = corpus;
    this.#withCoverage = withCoverage;
  }

  /** Runs a task to its end, and again without the inputs that the thread did not survive. */
  async run(task: Task): Promise<TaskResult> {
    const deadly: Finding[] = [];
    for (;;) {
      const skip = deadly.map(({ number }) => Number(number.split(' ')[1]));
      const result = await this.#attempt('skip' in task ? { ...task, skip } : task);
      if (!('fatal' in result))
        return {
          ...result,
          inputs: result.inputs + deadly.length,
          findings: [...deadly, ...result.findings],
        };
      deadly.push(this.#findingOf(task, result.fatal));
      if (task.kind === 'input' || task.kind === 'minimize')
        return { ...NOTHING, inputs: 1, findings: deadly };
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #attempt(task: Task): Promise<TaskResult | { readonly fatal: string }> {
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    let hanging = false;
    const look = setInterval(() => {
      if (this.#progress.runningMs < GIVE_UP_MS) return;
      hanging = true;
      void worker.terminate();
    }, LOOK_EVERY_MS);
    const done = new AbortController();
    try {
      worker.postMessage(task, []);
      const message = once(worker, 'message', { signal: done.signal }) as Promise<[TaskResult]>;
      const exit = once(worker, 'exit', { signal: done.signal }).then(
        () => [{ fatal: 'the thread ended' }] as const,
      );
      // An error that is emitted rejects both.
      const [result] = await Promise.race([message, exit]);
      if ('fatal' in result) this.#worker = undefined;
      return 'fatal' in result && hanging ? { fatal: 'hang' } : result;
    } catch (error) {
      this.#worker = undefined;
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      return { fatal: 'memory' };
    } finally {
      clearInterval(look);
      done.abort();
    }
  }

  #start(): Worker {
    const workerData: ThreadData = {
      corpus: this.#corpus,
      withCoverage: this.#withCoverage,
      shared: this.#progress.shared,
    };
    this.#progress.end();
    return new Worker(new URL('fuzz-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: RESOURCE_LIMITS,
      execArgv: [],
    });
  }

  #findingOf({ kind, target }: Task, fatal: string): Finding {
    const of = fatal === 'memory' ? 'memory' : 'hang';
    const { problem: found } = problem(of, of === 'hang' ? `over ${GIVE_UP_MS} ms` : 'the heap is full');
    const { message = fatal, stack = '' } = found ?? {};
    const { input, number } = this.#progress;
    const signature = signatureOf(target, { kind: of, message, stack });
    return { target, problem: of, message, stack, signature, number: `${kind} ${number}`, input };
  }
}

const NOTHING: TaskResult = {
  inputs: 0,
  outcomes: new Map(),
  findings: [],
  kept: [],
  genuine: [],
  functions: [],
};
