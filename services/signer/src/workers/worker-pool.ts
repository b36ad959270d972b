import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { Semaphore } from 'async-mutex';

import { apartFrom, BYTES_FD, type FieldApart } from './apart-from-message.ts';

export interface WorkerPoolOptions<Output> {
  /** The module that the processes run; it answers tasks by `serveWorker`. */
  module: URL;
  /** Processes at work at once. Tasks beyond that wait their turn. */
  size: number;
  /** A task that takes longer by the clock is ended together with its process, milliseconds. */
  timeoutMs: number;
  /** JavaScript heap of one process, megabytes. */
  heapMb: number;
  /** All memory of one process, megabytes. Default the heap and 1,024 beside it. */
  memoryMb?: number;
  /** Whether the processes may load native modules, which Node's permissions do not hold back. Default: they may not. */
  addons?: boolean;
  /** A fresh process for the next task, by what this one answered: for input that may have left it the worse. */
  fresh: boolean | ((output: Output) => boolean);
  /** Flags of Node beside those of the pool. Default none. */
  nodeOptions?: readonly string[];
  /** Files that the processes may read beside the stripped sources, as `--allow-fs-read` takes them. Default all. */
  readable?: readonly string[];
  /** Words before the command, which end in becoming it. Default none. */
  launcher?: readonly string[];
  /** A process that has had nothing to do for so long is ended, and its memory with it, milliseconds. Default 5 minutes. */
  idleMs?: number;
}

export interface TaskLimits {
  /**
   * The processor time a task may take before it is ended together with its process, milliseconds: unlike the clock, the
   * same on a machine that has much else to do.
   */
  cpuMs?: number;
  /** Gives the task up: one that waits is not begun, one under way is ended together with its process. */
  signal?: AbortSignal | undefined;
}

/**
 * The signals that end a process whose task, or whose preparation, took too much processor time: of those for a time
 * that has run out, which leave no core file. It would hold what people uploaded.
 */
export const OVERSPENT = 'SIGVTALRM';
export const NOT_UP = 'SIGALRM';

/** The process was ended because its task took too long or too much memory, or it crashed. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
  readonly why: 'timeout' | 'memory' | 'crash';
  /** It took too long by the clock, within its processor time. */
  readonly byClock: boolean;
  /** It never came up: the task was not begun. */
  readonly atStart: boolean;

  constructor(
    cause: 'timeout' | 'memory' | 'crash',
    detail: string,
    { byClock = false, atStart = false }: { byClock?: boolean; atStart?: boolean } = {},
  ) {
    super(`${cause}: ${detail}`);
    this.why = cause;
    this.byClock = byClock;
    this.atStart = atStart;
  }
}

export interface WorkerTask<Input> {
  input: Input;
  /** What comes of the input by the pipe, in this order. */
  apart: readonly FieldApart[];
  cpuMs: number | undefined;
}
export type WorkerAnswer<Output> = { ok: true; output: Output } | { ok: false; message: string };

/** A process that strips types by itself starts later and takes more memory: `npm run bench -- worker-start`. */
const STRIPPED_SOURCES = import.meta.resolve('@lacre/stripped-sources/hook');
const READ_TO_LOAD = fileURLToPath(new URL('../*', STRIPPED_SOURCES));
const MEMORY_BESIDE_HEAP_MB = 1024;
const IDLE_MS = 300_000;
/** Processes that may fail to come up before their task fails. */
const MAX_STARTS = 5;
/** Of what a process says as it dies, characters. */
const LAST_WORDS = 2000;

/**
 * Runs tasks in processes of their own, so that none blocks the event loop, outlives its limits, or takes the service
 * along. Threads do not do: V8 ends the whole process when the heap of one of them cannot grow within a single call, and
 * no limit of theirs counts the memory outside the heap. The processes may read files and run code; they neither write,
 * nor start others, nor know a setting or secret of the service.
 */
export class WorkerPool<Input, Output> {
  readonly #options: WorkerPoolOptions<Output>;
  readonly #idle: ChildProcess[] = [];
  readonly #places: Semaphore;
  readonly #idleTimers = new Map<ChildProcess, NodeJS.Timeout>();
  readonly #lastWords = new WeakMap<ChildProcess, string>();
  #closed = false;

  constructor(options: WorkerPoolOptions<Output>) {
    this.#options = options;
    this.#places = new Semaphore(options.size);
  }

  /**
   * @throws WorkerFailed when the process had to be ended
   * @throws Error with the task's own message when it threw
   * @throws the signal's reason when it was given up
   */
  run(input: Input, limits: TaskLimits = {}): Promise<Output> {
    return this.#places.runExclusive(async () => {
      limits.signal?.throwIfAborted();
      try {
        const { worker, answer } = await this.#askOneThatIsUp(input, limits);
        if (this.#isSpent(answer) || this.#closed) worker.kill('SIGKILL');
        else this.#rest(worker);
        if (!answer.ok) throw new Error(answer.message);
        return answer.output;
      } finally {
        // The next task finds a process that has loaded its modules already.
        if (!this.#closed && this.#idle.length === 0) this.#rest(this.#start());
      }
    });
  }

  /** A process that does not come up is replaced: the task was not begun, and another start may go well. */
  async #askOneThatIsUp(
    input: Input,
    limits: TaskLimits,
  ): Promise<{ worker: ChildProcess; answer: WorkerAnswer<Output> }> {
    for (let left = MAX_STARTS; ; left -= 1) {
      const worker = this.#take() ?? this.#start();
      try {
        return { worker, answer: await this.#ask(worker, input, limits) };
      } catch (error) {
        if (left === 1 || !(error instanceof WorkerFailed) || !error.atStart) throw error;
      }
    }
  }

  #isSpent(answer: WorkerAnswer<Output>): boolean {
    const { fresh } = this.#options;
    return typeof fresh === 'boolean' ? fresh : !answer.ok || fresh(answer.output);
  }

  /** Ends idle processes; busy ones end with their task. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#idleTimers.values()) clearTimeout(timer);
    await Promise.all(this.#idle.splice(0).map(end));
  }

  #take(): ChildProcess | undefined {
    const worker = this.#idle.pop();
    if (worker !== undefined) clearTimeout(this.#idleTimers.get(worker));
    return worker;
  }

  #start(): ChildProcess {
    const { module, heapMb, memoryMb = heapMb + MEMORY_BESIDE_HEAP_MB, addons = false } = this.#options;
    const { nodeOptions = [], readable = ['*'], launcher: [first, ...others] = [] } = this.#options;
    const execArgv = [
      `--max-old-space-size=${heapMb}`,
      '--permission',
      ...[...readable, READ_TO_LOAD].map((files) => `--allow-fs-read=${files}`),
      '--allow-worker',
      ...(addons ? ['--allow-addons'] : []),
      `--import=${STRIPPED_SOURCES}`,
      ...nodeOptions,
    ];
    const worker = fork(fileURLToPath(module), [String(memoryMb), String(process.pid)], {
      // Whatever a process is made to read, the service's secrets are not within its reach.
      env: {},
      execPath: first ?? process.execPath,
      execArgv: first === undefined ? execArgv : [...others, process.execPath, ...execArgv],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    });
    // Of a process that ended while it was sent a file, which its end tells.
    bytesTo(worker).on('error', () => {});
    worker.stderr?.setEncoding('utf8').on('data', (said: string) => {
      const before = this.#lastWords.get(worker) ?? '';
      this.#lastWords.set(worker, (before + said).slice(0, LAST_WORDS));
    });
    return worker;
  }

  /** An idle process neither keeps the service alive nor, should it die, takes it along. */
  #rest(worker: ChildProcess): void {
    hold(worker, false);
    worker.removeAllListeners();
    const forget = (): void => {
      const index = this.#idle.indexOf(worker);
      if (index !== -1) this.#idle.splice(index, 1);
      clearTimeout(this.#idleTimers.get(worker));
      this.#idleTimers.delete(worker);
    };
    worker.on('error', forget).on('exit', forget);
    this.#idle.push(worker);
    const { idleMs = IDLE_MS } = this.#options;
    const endIdle = (): void => {
      forget();
      worker.kill('SIGKILL');
    };
    this.#idleTimers.set(worker, setTimeout(endIdle, idleMs).unref());
  }

  #ask(worker: ChildProcess, input: Input, { cpuMs, signal }: TaskLimits): Promise<WorkerAnswer<Output>> {
    const { timeoutMs } = this.#options;
    const { rest, fields, bytes } = apartFrom(input);
    const task: WorkerTask<Input> = { input: rest, apart: fields, cpuMs };
    hold(worker, true);
    worker.removeAllListeners();
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        worker.removeAllListeners();
        worker.on('error', () => {});
        worker.kill('SIGKILL');
        hold(worker, false);
        reject(error);
      };
      const giveUp = (): void => fail(signal?.reason);
      signal?.addEventListener('abort', giveUp);
      const timer = setTimeout(
        () => fail(new WorkerFailed('timeout', `${timeoutMs} ms`, { byClock: true })),
        timeoutMs,
      );
      worker.on('message', (answer) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(answer as WorkerAnswer<Output>);
      });
      worker.on('error', (error) => fail(new WorkerFailed('crash', error.message)));
      // Its streams have ended too by then: what it said last is known.
      worker.on('close', (code, endedBy) => fail(this.#ended(worker, code, endedBy)));
      worker.send(task, (error) => error && fail(new WorkerFailed('crash', error.message)));
      for (const each of bytes) bytesTo(worker).write(each);
    });
  }

  #ended(worker: ChildProcess, code: number | null, signal: NodeJS.Signals | null): WorkerFailed {
    const said = this.#lastWords.get(worker) ?? '';
    const fatal = /FATAL ERROR.*/.exec(said)?.[0] ?? '';
    const detail = `the process ended with ${signal ?? code} ${fatal}`.trimEnd();
    if (signal === OVERSPENT || signal === NOT_UP)
      return new WorkerFailed('timeout', detail, { atStart: signal === NOT_UP });
    const memory = signal === 'SIGKILL' || fatal.includes('out of memory');
    return new WorkerFailed(memory ? 'memory' : 'crash', detail);
  }
}

async function end(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  hold(worker, true);
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}

/** The pipe by which a process gets the larger fields of its inputs. */
const bytesTo = (worker: ChildProcess): Writable => worker.stdio[BYTES_FD] as Writable;

/** Whether the service stays up for this process. */
function hold(worker: ChildProcess, on: boolean): void {
  const streams = [worker.stderr, bytesTo(worker)] as unknown as (NodeJS.RefCounted | null)[];
  const handles = [worker, worker.channel, ...streams];
  for (const handle of handles) handle?.[on ? 'ref' : 'unref']?.();
}
