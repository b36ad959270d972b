import { inputOf, Stock } from '../choose-input.ts';
import type { Corpus } from '../corpus/seed.ts';
import { minimize } from '../minimize.ts';
import { surroundingsOf } from '../targets/surroundings.ts';
import type { Surroundings, Target } from '../targets/target.ts';
import { TARGETS } from '../targets/targets.ts';
import type { Coverage } from './coverage.ts';
import { type RunResult, runInput, signatureOf } from './run-input.ts';
import type { Finding, Progress, Task, TaskResult } from './thread-contract.ts';

/** Inputs between two looks at the coverage; a look takes a millisecond. */
const BATCH = 16;
/** More of one kind in one task teach nothing. */
const MAX_FINDINGS = 5;
/** The most inputs that are gone on from. */
const MAX_KEPT = 1500;
const MINIMIZING_RUNS = 4000;
const MINIMIZING_RUNS_OF_HANGS = 40;

type TaskOf<K extends Task['kind']> = Extract<Task, { kind: K }>;

/** Does what a thread is asked to do. */
export class FuzzTasks {
  readonly #at: Surroundings;
  readonly #progress: Progress;
  readonly #coverage: Coverage | undefined;

  constructor(corpus: Corpus, progress: Progress, coverage?: Coverage) {
    this.#at = surroundingsOf(corpus);
    this.#progress = progress;
    this.#coverage = coverage;
  }

  async run(task: Task): Promise<TaskResult> {
    const target = targetNamed(task.target);
    const tally = new Tally(target);
    if (task.kind === 'input') await this.#runOne(target, task.input, tally, 'input', 0);
    else if (task.kind === 'minimize') tally.kept.push(await this.#minimized(target, task));
    else if (task.kind === 'bulk') await this.#bulk(target, task, tally);
    else await this.#scout(target, task, tally);
    return { ...tally.result(), genuine: this.#at.genuine.added, functions: this.#coverage?.functions ?? [] };
  }

  async #bulk(target: Target, task: TaskOf<'bulk'>, tally: Tally): Promise<void> {
    const stock = new Stock(this.#at.corpus.seeds[target.kind]);
    stock.kept.push(...task.kept);
    this.#at.genuine.addKnown(task.genuine);
    for (let number = task.from; number < task.to; number += 1) {
      if (task.skip.includes(number)) continue;
      const input = await inputOf(target, stock, this.#at, [task.seed, target.name, 'bulk', number]);
      await this.#runOne(target, input, tally, 'bulk', number);
    }
  }

  async #scout(target: Target, task: TaskOf<'scout'>, tally: Tally): Promise<void> {
    const stock = new Stock(this.#at.corpus.seeds[target.kind]);
    this.#coverage?.startOver();
    // What the seeds reach themselves is nothing new.
    for (const { bytes, weight = 1 } of stock.seeds) {
      if (weight === 1) await this.#runOne(target, bytes, tally, 'seed', -1);
    }
    this.#coverage?.take().remember();
    for (let from = 0; from < task.runs; from += BATCH) {
      const batch: Uint8Array[] = [];
      for (let number = from; number < Math.min(task.runs, from + BATCH); number += 1) {
        if (task.skip.includes(number)) continue;
        const input = await inputOf(target, stock, this.#at, [task.seed, target.name, 'scout', number]);
        const known = tally.outcomes.size;
        await this.#runOne(target, input, tally, 'scout', number);
        if (tally.outcomes.size > known) stock.kept.push(input);
        else batch.push(input);
      }
      const taken = this.#coverage?.take();
      if (taken?.isNew) await this.#keepThoseThatReached(target, batch, stock);
      taken?.remember();
      if (stock.kept.length > MAX_KEPT) stock.kept.splice(0, stock.kept.length - MAX_KEPT);
    }
    tally.kept.push(...stock.kept);
  }

  /** Something in the batch reached something new; run one by one, each adds what only it reaches. */
  async #keepThoseThatReached(target: Target, batch: readonly Uint8Array[], stock: Stock): Promise<void> {
    for (const input of batch) {
      await runInput(target, input, this.#at);
      const taken = this.#coverage?.take();
      if (taken?.isNew) stock.kept.push(input);
      taken?.remember();
    }
  }

  async #runOne(
    target: Target,
    input: Uint8Array,
    tally: Tally,
    phase: string,
    number: number,
  ): Promise<void> {
    this.#progress.begin(number, input);
    const result = await runInput(target, input, this.#at);
    this.#progress.end();
    tally.add(result, input, `${phase} ${number}`);
  }

  async #minimized(target: Target, { input, signature }: TaskOf<'minimize'>): Promise<Uint8Array> {
    const isHang = signature.includes('| hang |');
    const stillFails = async (candidate: Uint8Array): Promise<boolean> => {
      const { problem } = await runInput(target, candidate, this.#at);
      return problem !== undefined && signatureOf(target.name, problem) === signature;
    };
    return minimize(input, stillFails, isHang ? MINIMIZING_RUNS_OF_HANGS : MINIMIZING_RUNS);
  }
}

export function targetNamed(name: string): Target {
  const target = TARGETS.find((candidate) => candidate.name === name);
  if (!target) throw new Error(`no target ${name}; there are ${TARGETS.map((each) => each.name).join(' ')}`);
  return target;
}

/** Counts what a task comes across. */
class Tally {
  readonly outcomes = new Map<string, number>();
  readonly findings: Finding[] = [];
  readonly kept: Uint8Array[] = [];
  readonly #target: Target;
  #inputs = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  add({ outcome, problem }: RunResult, input: Uint8Array, number: string): void {
    this.#inputs += 1;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (!problem) return;
    const { kind, message, stack } = problem;
    const signature = signatureOf(this.#target.name, problem);
    if (this.findings.filter((finding) => finding.signature === signature).length >= MAX_FINDINGS) return;
    const found = { target: this.#target.name, problem: kind, message, stack, signature, number };
    this.findings.push({ ...found, input: Uint8Array.from(input) });
  }

  result(): Omit<TaskResult, 'genuine' | 'functions'> {
    return {
      inputs: this.#inputs,
      outcomes: this.outcomes,
      findings: this.findings,
      kept: this.kept,
    };
  }
}
