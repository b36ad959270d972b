import type { Corpus } from './corpus/seed.ts';
import type { Target } from './targets/target.ts';
import { TARGETS } from './targets/targets.ts';
import { summarize, type CoveredFunction, type FolderCoverage } from './threads/coverage.ts';
import type { Finding, Task, TaskResult } from './threads/thread-contract.ts';
import { FuzzThread } from './threads/threads.ts';

export interface CampaignOptions {
  readonly corpus: Corpus;
  readonly seed: number;
  /** Inputs in all. */
  readonly runs: number;
  /** Names of targets; all when left out. */
  readonly targets?: readonly string[] | undefined;
  readonly threads: number;
  /** Times the usual share of scouts; 1 when left out. */
  readonly scouting?: number;
  /** Called now and then with the number of inputs done. */
  readonly onProgress?: (done: number) => void;
}

export interface TargetResult {
  readonly target: string;
  readonly inputs: number;
  /** Inputs that reached something new and were gone on from. */
  readonly kept: number;
  /** Ways in which inputs ended, refusals by their messages. */
  readonly outcomes: ReadonlyMap<string, number>;
}

export interface CampaignResult {
  readonly inputs: number;
  readonly targets: readonly TargetResult[];
  readonly findings: readonly Finding[];
  readonly coverage: readonly FolderCoverage[];
}

/** Inputs in one task of a thread. */
const CHUNK = 4000;

/**
 * Runs as many inputs as asked for: for each target scouts first, one after the other with coverage on,
 * then the bulk by number from what they found. What is run depends on the seed and the sources only,
 * not on the number of threads or their speed.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const chosen = TARGETS.filter(({ name }) => options.targets?.includes(name) ?? true);
  const shares = chosen.reduce((sum, { share }) => sum + share, 0);
  const plans = chosen.map((target) =>
    planOf(target, (options.runs * target.share) / shares, options.scouting),
  );
  const gathered = new Gathered(options.onProgress);
  // The longest first, so that the threads end together.
  const scouts = plans
    .toSorted((a, b) => b.scouts - a.scouts)
    .map(({ target, scouts: runs }): Task => ({
      kind: 'scout',
      target: target.name,
      seed: options.seed,
      runs,
      skip: [],
    }));
  await overThreads(scouts, options, true, (task, result) => gathered.add(task, result));
  const bulk = plans.flatMap(({ target, bulk: runs }) => chunksOf(target.name, runs, options.seed, gathered));
  await overThreads(bulk, options, false, (task, result) => gathered.add(task, result));
  return gathered.result(chosen);
}

function planOf(
  target: Target,
  runs: number,
  scouting = 1,
): { target: Target; scouts: number; bulk: number } {
  const scouts = Math.ceil(runs * target.scouting * scouting);
  return { target, scouts, bulk: Math.max(0, Math.ceil(runs) - scouts) };
}

function chunksOf(target: string, runs: number, seed: number, gathered: Gathered): Task[] {
  const chunks: Task[] = [];
  const { kept = [], genuine = [] } = gathered.scouted.get(target) ?? {};
  for (let from = 0; from < runs; from += CHUNK) {
    chunks.push({
      kind: 'bulk',
      target,
      seed,
      from,
      to: Math.min(runs, from + CHUNK),
      kept,
      genuine,
      skip: [],
    });
  }
  return chunks;
}

/** Deals tasks to threads as they get free. */
async function overThreads(
  tasks: readonly Task[],
  { corpus, threads }: CampaignOptions,
  withCoverage: boolean,
  onResult: (task: Task, result: TaskResult) => void,
): Promise<void> {
  const waiting = [...tasks];
  const work = async (): Promise<void> => {
    const thread = new FuzzThread(corpus, withCoverage);
    try {
      for (let task = waiting.shift(); task; task = waiting.shift()) onResult(task, await thread.run(task));
    } finally {
      await thread.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, work));
}

class Gathered {
  /** What the scouts of each target came back with. */
  readonly scouted = new Map<string, TaskResult>();
  readonly #results = new Map<string, { inputs: number; outcomes: Map<string, number> }>();
  readonly #findings: Finding[] = [];
  readonly #functions: CoveredFunction[] = [];
  readonly #onProgress: ((done: number) => void) | undefined;
  #done = 0;

  constructor(onProgress?: (done: number) => void) {
    this.#onProgress = onProgress;
  }

  add(task: Task, result: TaskResult): void {
    const known = this.#results.get(task.target) ?? { inputs: 0, outcomes: new Map<string, number>() };
    known.inputs += result.inputs;
    for (const [outcome, count] of result.outcomes)
      known.outcomes.set(outcome, (known.outcomes.get(outcome) ?? 0) + count);
    this.#results.set(task.target, known);
    if (task.kind === 'scout') {
      this.scouted.set(task.target, result);
      this.#functions.push(...result.functions);
    }
    for (const finding of result.findings) {
      if (!this.#findings.some(({ signature }) => signature === finding.signature))
        this.#findings.push(finding);
    }
    this.#done += result.inputs;
    this.#onProgress?.(this.#done);
  }

  result(targets: readonly Target[]): CampaignResult {
    return {
      inputs: this.#done,
      targets: targets.map(({ name }) => ({
        target: name,
        inputs: this.#results.get(name)?.inputs ?? 0,
        kept: this.scouted.get(name)?.kept.length ?? 0,
        outcomes: this.#results.get(name)?.outcomes ?? new Map(),
      })),
      findings: this.#findings,
      coverage: summarize(this.#functions),
    };
  }
}
