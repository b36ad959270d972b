import type { Verdict } from '@lacre/pades';
import { beforeAll, expect, test } from 'vitest';

import { runCampaign } from './campaign.ts';
import { digestOf, makeCorpus } from './corpus/corpus.ts';
import type { Corpus } from './corpus/seed.ts';
import { minimize } from './minimize.ts';
import { verdictsOf } from './report.ts';
import { surroundingsOf } from './targets/surroundings.ts';
import type { Target } from './targets/target.ts';
import { TARGETS } from './targets/targets.ts';
import { runInput } from './threads/run-input.ts';
import { FuzzThread } from './threads/threads.ts';

/** PADES_FUZZ_SEED repeats the random part; the other is the same every time. */
const FIXED_SEED = 20_261_120;
const seed = Number(process.env['PADES_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const RUNS = 10_000;
/** All that there are, but for `incomplete`, which takes an expectation. */
const VERDICTS: readonly Verdict[] = [
  'intact',
  'augmented-by-others',
  'later-signature',
  'altered-after-sealing',
  'signature-invalid',
  'not-sealed-by-us',
  'unreadable',
];

let corpus: Corpus;
beforeAll(async () => {
  corpus = await makeCorpus();
});

test.for([
  ['fixed', FIXED_SEED],
  ['random', seed],
] as const)(
  'of 10,000 hostile inputs none crashes, hangs, or takes more memory than it may: %s seed',
  { timeout: 240_000 },
  async ([name, campaignSeed]) => {
    if (name === 'random') console.info(`fuzzing: PADES_FUZZ_SEED=${campaignSeed}`);
    const result = await runCampaign({ corpus, seed: campaignSeed, runs: RUNS, threads: 2, scouting: 0.2 });
    expect(result.findings.map(({ signature, number, message }) => ({ signature, number, message }))).toEqual(
      [],
    );
    expect(result.inputs).toBeGreaterThanOrEqual(RUNS);
    // It is of no use when nothing gets far: every target accepts some, and refuses in many ways.
    for (const { target, outcomes } of result.targets) {
      expect(outcomes.size, target).toBeGreaterThan(3);
      expect(
        [...outcomes.keys()].some((outcome) => !outcome.startsWith('refused')),
        target,
      ).toBe(true);
    }
    const verdicts = Object.keys(verdictsOf(result.targets));
    expect(VERDICTS.filter((verdict) => !verdicts.includes(verdict))).toEqual([]);
  },
);

test('the seeds are the same every time, so that a run can be repeated', async () => {
  expect(digestOf(await makeCorpus())).toBe(digestOf(corpus));
});

test('a run is the same again, whatever the number of threads', { timeout: 120_000 }, async () => {
  const run = async (threads: number): Promise<unknown> => {
    const options = { corpus, seed: 5, runs: 1200, targets: ['read', 'crl', 'seal-revision'], scouting: 2 };
    const { targets } = await runCampaign({ ...options, threads });
    return targets.map(({ target: name, inputs, kept, outcomes }) => ({
      name,
      inputs,
      kept,
      outcomes: [...outcomes].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    }));
  };
  expect(await run(3)).toEqual(await run(1));
});

const target = (run: Target['run']): Target => ({ ...(TARGETS[0] as Target), run, refusals: [SyntaxError] });

test('a crash, a hang and a bomb are distinguished from a refusal', async () => {
  const at = surroundingsOf(corpus);
  const limits = { cpuMs: 50, growthBytes: 10_000_000 };
  const kindOf = async (run: Target['run']): Promise<string | undefined> =>
    (await runInput(target(run), new Uint8Array(), at, limits)).problem?.kind;
  const refuse = (): never => {
    throw new SyntaxError('no');
  };
  const crash = (): never => {
    throw new TypeError('oh');
  };
  const hang = (): string => {
    const { user } = process.threadCpuUsage();
    while (process.threadCpuUsage().user - user < 60_000);
    return 'late';
  };
  // Much more than what a collection in the middle of it may free of other tests' garbage; no page of it is touched.
  const bombs: Buffer[] = [];
  const bomb = (): string => `${bombs.push(Buffer.alloc(1_000_000_000))}`;
  expect(await kindOf(refuse)).toBeUndefined();
  expect(await kindOf(crash)).toBe('crash');
  expect(await kindOf(hang)).toBe('hang');
  expect(await kindOf(bomb)).toBe('memory');
});

test('a finding is made as small as it can be', async () => {
  const input = Buffer.from('what stands (before) it {and} after it');
  const smallest = await minimize(input, async (bytes) => Buffer.from(bytes).includes('{and}'), 5000);
  expect(Buffer.from(smallest).toString()).toBe('{and}');
});

test('an input is run as it is, and a seed is read', async () => {
  const thread = new FuzzThread(corpus, false);
  const [seedFile] = corpus.seeds['sealed-pdf'];
  const input = seedFile?.bytes ?? new Uint8Array();
  const { outcomes } = await thread.run({ kind: 'input', target: 'validate', input });
  await thread.close();
  expect([...outcomes.keys()]).toEqual(['intact ']);
});
