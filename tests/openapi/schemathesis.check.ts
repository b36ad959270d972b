import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { isLong } from '../support/long-form.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { described } from './document.ts';
import { seedOfChecks } from './run-options.ts';
import { readRun, type Run } from './run-report.ts';
import { Workplace } from './workplace.ts';

const PHASES = ['examples', 'coverage', 'fuzzing'];
const SEED = seedOfChecks();
const EXAMPLES = isLong ? { fuzzing: 100, stateful: 500 } : { fuzzing: 4, stateful: 25 };
const TIMEOUT_MS = isLong ? 7_200_000 : 1_800_000;

const labels = described.map(({ method, path }) => `${method} ${path}`);

let folder: string;
let workplaces: Workplace[] = [];
let run: Run;
let stateful: Run;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-schemathesis-'));
  // A product for each, so that they go on side by side, and each makes the same of its seed as alone.
  const [phases, links] = await Promise.all([Workplace.open(nextOf(SEED)), Workplace.open(nextOf(SEED))]);
  workplaces = [phases, links];
  [run, stateful] = await Promise.all([schemathesis(phases, PHASES), schemathesis(links, ['stateful'])]);
}, TIMEOUT_MS);
afterAll(async () => {
  await Promise.all(workplaces.map((workplace) => workplace.close()));
  await rm(folder, { recursive: true, force: true });
});

function nextOf(seed: number): () => number {
  const random = seededRandom(seed);
  return () => random.next();
}

/** Its exit status says nothing that its report does not. */
async function schemathesis(workplace: Workplace, phases: readonly string[]): Promise<Run> {
  const python = process.env['SCHEMATHESIS_PYTHON'];
  if (python === undefined)
    throw new Error('SCHEMATHESIS_PYTHON names no Python that has schemathesis 4.32.5');
  const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const own = join(folder, phases.join('-'));
  await mkdir(own);
  const config = join(own, 'schemathesis.toml');
  const report = join(own, 'report.ndjson');
  const output = await open(join(own, 'output.txt'), 'w');
  await writeFile(config, configuration());
  await writeFile(join(own, 'workplace.json'), JSON.stringify(await workplace.told()));
  const child = spawn(
    join(dirname(python), 'st'),
    [
      '--config-file',
      config,
      'run',
      `${workplace.lacre.origin}/api/openapi.json`,
      '--phases',
      phases.join(','),
      '--seed',
      String(SEED),
      '--generation-database=none',
      // Threads would parse Python at once, which Python 3.11 cannot (CPython issue 106905).
      '--workers=1',
      '--continue-on-failure',
      '--request-timeout=60',
      '--no-color',
      '--report=ndjson',
      '--report-ndjson-path',
      report,
    ],
    {
      cwd: own,
      stdio: ['ignore', output.fd, output.fd],
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: here('hooks.py'),
        PYTHONDONTWRITEBYTECODE: '1',
        LACRE_WORKPLACE: join(own, 'workplace.json'),
        LACRE_SEED: String(SEED),
      },
    },
  );
  await new Promise((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  await output.close();
  if (!existsSync(report))
    throw new Error(`Schemathesis left no report:\n${await readFile(join(own, 'output.txt'), 'utf8')}`);
  return readRun(report);
}

/** All checks run; what of their failures is none stands in `hooks.py` alone. */
const configuration = (): string => `
[phases.fuzzing.generation]
max-examples = ${EXAMPLES.fuzzing}

# What follows a link is well formed; what is not has its turn in the phases before.
[phases.stateful.generation]
max-examples = ${EXAMPLES.stateful}
mode = "positive"

# Only links that the document declares: what is guessed beside them takes turns from them.
[phases.stateful.inference]
algorithms = []
`;

it(`goes through all of its phases to their ends (seed ${SEED})`, () => {
  expect(run.errors).toEqual([]);
  expect(run.stopReason).toBe('completed');
  for (const name of PHASES) expect([name, run.phases[name]]).toEqual([name, 'success']);
});

it('finds nothing that the document does not say', () => {
  expect(run.failures.slice(0, 20).join('\n\n')).toBe('');
});

it.each(labels)('tries %s', (label) => {
  expect(run.operations.get(label)?.asked ?? 0).toBeGreaterThan(0);
});

/** Hypothesis may end it early, silently; that each link leads somewhere is what `links.check.ts` shows. */
it('finds nothing that the document does not say where one call follows another', () => {
  const followed = [...stateful.links.values()].reduce((sum, each) => sum + each.followed, 0);
  console.log(`${followed} calls followed ${stateful.links.size} links`);
  expect(stateful.errors).toEqual([]);
  expect(stateful.failures.slice(0, 20).join('\n\n')).toBe('');
  expect(stateful.stopReason).toBe('completed');
  expect(followed).toBeGreaterThan(0);
});
