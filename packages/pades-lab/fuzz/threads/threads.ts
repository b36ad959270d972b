import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import type { Corpus } from '../corpus/seed.ts';
import { signatureOf } from './run-input.ts';
import { Progress, type Task, type TaskResult, type ThreadData } from './thread-contract.ts';

/** An input that takes this long is not waited for; on a busy machine it may yet be innocent. */
const GIVE_UP_MS = 30_000;
const LOOK_EVERY_MS = 500;
/** Beyond this a thread ends for lack of memory; buffers are counted apart. */
export const MAX_HEAP_MB = 512;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 64 };

/** What an input did to a thread. */
type Fatal = 'hang' | 'memory';
const ENDED = { fatal: 'hang' } as const;

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
    const apart: TaskResult[] = [];
    const skip: number[] = [];
    for (;;) {
      const result = await this.#attempt('skip' in task ? { ...task, skip } : task);
      if (!('fatal' in result)) return joined([...apart, result]);
      const { number, input } = this.#progress;
      skip.push(number);
      apart.push(await this.#alone(task, result.fatal, number, input));
      if (task.kind === 'input' || task.kind === 'minimize') return joined(apart);
    }
  }

  /** Runs an input that was the end of a thread by itself: on a busy machine it may have been innocent. */
  async #alone(task: Task, fatal: Fatal, number: number, input: Uint8Array): Promise<TaskResult> {
    const { target } = task;
    for (let attempts = 0; attempts < 2; attempts += 1) {
      const result = await this.#attempt({ kind: 'input', target, input });
      if (!('fatal' in result)) return result;
    }
    const message = fatal === 'hang' ? `over ${GIVE_UP_MS} ms, three times` : 'the heap is full';
    const signature = signatureOf(target, { kind: fatal, message, stack: '' });
    const found = {
      target,
      problem: fatal,
      message,
      stack: '',
      signature,
      number: `${task.kind} ${number}`,
      input,
    };
    return { ...NOTHING, inputs: 1, findings: [found] };
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #attempt(task: Task): Promise<TaskResult | { readonly fatal: Fatal }> {
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
      const exit = once(worker, 'exit', { signal: done.signal }).then(() => [ENDED] as const);
      // An error that is emitted rejects both.
      const [result] = await Promise.race([message, exit]);
      if (!('fatal' in result)) return result;
      this.#worker = undefined;
      if (!hanging) throw new Error('a thread ended by itself');
      return result;
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
}

const NOTHING: TaskResult = {
  inputs: 0,
  outcomes: new Map(),
  findings: [],
  kept: [],
  genuine: [],
  functions: [],
};

function joined(results: readonly TaskResult[]): TaskResult {
  const last = results.at(-1) ?? NOTHING;
  const outcomes = new Map<string, number>();
  for (const [outcome, count] of results.flatMap((each) => [...each.outcomes])) {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
  }
  const inputs = results.reduce((sum, each) => sum + each.inputs, 0);
  return { ...last, inputs, outcomes, findings: results.flatMap(({ findings }) => findings) };
}
