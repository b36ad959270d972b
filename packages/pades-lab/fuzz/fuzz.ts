/**
 * Runs hostile inputs against everything that reads one.
 *
 *     node packages/pades-lab/fuzz/fuzz.ts [--seed N] [--runs N] [--target NAME[,NAME]] [--threads N] [--record]
 *     node packages/pades-lab/fuzz/fuzz.ts --input FILE --target NAME
 *
 * The same seed, runs and sources give the same inputs, whatever the number of threads. Findings are
 * made small and written to `fuzz/findings`; the second form runs one of them again. `--record` writes
 * `fuzz/results.json`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runCampaign } from './campaign.ts';
import { digestOf, makeCorpus } from './corpus/corpus.ts';
import type { Corpus } from './corpus/seed.ts';
import { provenance } from './provenance.ts';
import { reportOf, verdictsOf } from './report.ts';
import { TARGETS } from './targets/targets.ts';
import type { Finding } from './threads/thread-contract.ts';
import { FuzzThread } from './threads/threads.ts';

const DEFAULT_RUNS = 1_000_000;
const REPORT_EVERY_MS = 15_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    runs: { type: 'string' },
    target: { type: 'string' },
    threads: { type: 'string' },
    input: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const names = values.target?.split(',');
const unknown = names?.filter((name) => !TARGETS.some((target) => target.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(`no target ${unknown.join()}; there are ${TARGETS.map(({ name }) => name).join()}`);

const corpus = await makeCorpus();
process.exitCode =
  values.input === undefined ? await runMany() : await runOne(values.input, names?.[0] ?? 'read');

async function runMany(): Promise<number> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const runs = Number(values.runs ?? DEFAULT_RUNS);
  const threads = Number(values.threads ?? availableParallelism());
  console.log(
    `--seed ${seed} --runs ${runs}${names ? ` --target ${names.join()}` : ''}, seeds ${digestOf(corpus).slice(0, 16)}`,
  );
  const began = performance.now();
  let reported = began;
  const onProgress = (done: number): void => {
    if (performance.now() - reported < REPORT_EVERY_MS) return;
    reported = performance.now();
    console.log(`${done} inputs, ${Math.round((reported - began) / 1000)} s`);
  };
  const result = await runCampaign({ corpus, seed, runs, targets: names, threads, onProgress });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.table(
    result.targets.map(({ target, inputs, kept, outcomes }) => ({
      target,
      inputs,
      kept,
      outcomes: outcomes.size,
    })),
  );
  console.table(result.coverage);
  console.log(
    `${result.inputs} inputs in ${seconds} s; verdicts ${JSON.stringify(verdictsOf(result.targets))}`,
  );
  for (const finding of result.findings) await tell(finding, corpus);
  console.log(`${result.findings.length} findings`);
  if (values.record) {
    const recorded = {
      ...provenance(),
      seed,
      runs,
      seeds: digestOf(corpus),
      seconds,
      threads,
      ...reportOf(result),
    };
    writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify(recorded, undefined, 2)}\n`);
  }
  return result.findings.length > 0 ? 1 : 0;
}

async function runOne(path: string, target: string): Promise<number> {
  const thread = new FuzzThread(corpus, false);
  const { outcomes, findings } = await thread.run({ kind: 'input', target, input: readFileSync(path) });
  await thread.close();
  for (const outcome of outcomes.keys()) console.log(outcome);
  for (const { problem, message, stack } of findings) console.log(`${problem}: ${message}\n${stack}`);
  return findings.length > 0 ? 1 : 0;
}

/** Writes a finding down as small as it can be made. */
async function tell(finding: Finding, seeds: Corpus): Promise<void> {
  const { target, problem, message, stack, signature, number, input } = finding;
  const thread = new FuzzThread(seeds, false);
  const { kept } = await thread.run({ kind: 'minimize', target, input, signature });
  await thread.close();
  const folder = join(import.meta.dirname, 'findings');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${target}-${problem}-${number.replace(' ', '-')}.bin`);
  const smallest = kept[0] ?? input;
  writeFileSync(path, smallest);
  console.log(`\n${problem} in ${target}, ${number}: ${message}`);
  console.log(stack.split('\n').slice(1, 6).join('\n'));
  console.log(`${smallest.length} bytes, run again by --target ${target} --input ${path}`);
}
