import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openApiDocument } from '@lacre/http';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { isLong } from '../support/long-form.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { readRun, type Run } from './run-report.ts';
import { Workplace } from './workplace.ts';

const PHASES = ['examples', 'coverage', 'fuzzing'];
/** Of a run that is the same again; another with `LACRE_SEED=…`. */
const SEED = Number(process.env['LACRE_SEED'] ?? 12);
const EXAMPLES = isLong ? { fuzzing: 100, stateful: 500 } : { fuzzing: 4, stateful: 25 };
/** What has nothing to answer with right after the thing was made, and is refused by a code of its own. */
const NOTHING_YET: Readonly<Record<string, string>> = {
  erasePersonFace: 'FACE_LIST_DONT_EXISTS',
  readAvatar: 'AUTH_USER_NOT_FOUND',
};
/**
 * Hypothesis ends a state machine early, and silently, where the same choices led to another outcome than before; so
 * links are followed again, by other seeds, until all of an operation's were, this often at most.
 */
const TURNS = 8;
const TIMEOUT_MS = isLong ? 7_200_000 : 1_800_000;

interface Described {
  operationId: string;
  responses: Record<string, { links?: Record<string, { operationId: string }> }>;
}
const { paths } = openApiDocument() as { paths: Record<string, Record<string, Described>> };
const labels = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`] as const,
    ),
  ),
);
interface Link {
  source: string;
  target: string;
  /** As Schemathesis names the transition. */
  transition: string;
}
const links: Link[] = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, response]) =>
      Object.entries(response.links ?? {}).map(([name, { operationId: target }]) => ({
        source: operationId,
        target,
        transition: `${labels.get(operationId)} -> [${status}] ${name} -> ${labels.get(target)}`,
      })),
    ),
  );
/** Links from one operation are followed together, after what leads to that operation. */
const sources = [...new Set(links.map(({ source }) => source))];
const leadingTo = (operation: string): string[] => {
  const before = links.filter(({ target }) => target === operation).map(({ source }) => source);
  return before.concat(before.flatMap(leadingTo));
};

let folder: string;
let workplace: Workplace;
let run: Run;
const followed = new Map<string, Run[]>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-schemathesis-'));
  workplace = await Workplace.open(nextOf(SEED));
  await writeFile(join(folder, 'workplace.json'), JSON.stringify(await workplace.told()));
  run = await schemathesis(SEED, ['--phases', PHASES.join(',')]);
  for (const source of sources) followed.set(source, await follow(source));
}, TIMEOUT_MS);
afterAll(async () => {
  await workplace.close();
  await rm(folder, { recursive: true, force: true });
});

function nextOf(seed: number): () => number {
  const random = seededRandom(seed);
  return () => random.next();
}

const linksOf = (source: string): Link[] => links.filter((link) => link.source === source);
const timesDone = (runs: readonly Run[], { transition }: Link): number =>
  runs.reduce((sum, { links: of }) => sum + (of.get(transition)?.done ?? 0), 0);

async function follow(source: string): Promise<Run[]> {
  const operations = [source, ...leadingTo(source), ...linksOf(source).map(({ target }) => target)];
  const runs: Run[] = [];
  while (runs.length < TURNS) {
    const chosen = [...new Set(operations)].flatMap((name) => ['--include-operation-id', name]);
    runs.push(await schemathesis(SEED + runs.length, ['--phases', 'stateful', ...chosen]));
    if (linksOf(source).every((link) => link.target in NOTHING_YET || timesDone(runs, link) > 0)) break;
  }
  return runs;
}

/** Its exit status says nothing that its report does not. */
async function schemathesis(seed: number, options: readonly string[]): Promise<Run> {
  const python = process.env['SCHEMATHESIS_PYTHON'];
  if (python === undefined)
    throw new Error('SCHEMATHESIS_PYTHON names no Python that has schemathesis 4.32.5');
  const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const config = join(folder, 'schemathesis.toml');
  const report = join(folder, 'report.ndjson');
  await writeFile(config, configuration());
  const child = spawn(
    join(dirname(python), 'st'),
    [
      '--config-file',
      config,
      'run',
      `${workplace.lacre.origin}/api/openapi.json`,
      ...options,
      '--seed',
      String(seed),
      '--generation-database=none',
      '--workers=2',
      '--continue-on-failure',
      '--request-timeout=60',
      '--no-color',
      '--report=ndjson',
      '--report-ndjson-path',
      report,
    ],
    {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: here('hooks.py'),
        PYTHONDONTWRITEBYTECODE: '1',
        LACRE_WORKPLACE: join(folder, 'workplace.json'),
        LACRE_SEED: String(seed),
      },
    },
  );
  await new Promise((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  return readRun(report);
}

/** All checks run; what of their failures is none is told in `hooks.py` alone. */
const configuration = (): string => `
[phases.fuzzing.generation]
max-examples = ${EXAMPLES.fuzzing}

# What follows a link is well formed; what is not has its turn in the phases before.
[phases.stateful.generation]
max-examples = ${EXAMPLES.stateful}
mode = "positive"

# Only links that the document declares: each has to be followed, and what is guessed beside them takes turns from them.
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

it.each([...labels.values()])('tries %s', (label) => {
  expect(run.operations.get(label)?.asked ?? 0).toBeGreaterThan(0);
});

it('knows of the links that the document declares', () => {
  expect(links.length).toBeGreaterThan(50);
});

it.each(sources)('finds nothing that the document does not say on the ways from %s', (source) => {
  for (const { errors, failures, stopReason } of followed.get(source) ?? []) {
    expect(errors).toEqual([]);
    expect(failures.slice(0, 20).join('\n\n')).toBe('');
    expect(stopReason).toBe('completed');
  }
});

it.each(links.filter(({ target }) => !(target in NOTHING_YET)))('goes on from $source to $target', (link) => {
  expect(timesDone(followed.get(link.source) ?? [], link)).toBeGreaterThan(0);
});
