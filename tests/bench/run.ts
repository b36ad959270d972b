import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

import { reportFailure } from '../support/ci-report.ts';
import { provenance } from '../support/provenance.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each prints a table of its own; with `--json`, its figures as lines of JSON. */
const benchmarks = {
  // Its short form waits for most of its time: begun last, it would leave both cores idle.
  web: 'tests/bench/web.bench.ts',
  seal: 'packages/pades/bench/seal.bench.ts',
  'seal-job': 'services/signer/bench/seal-job.bench.ts',
  validate: 'packages/pades/bench/validate.bench.ts',
  authorities: 'packages/pades/bench/authorities.bench.ts',
  http: 'infra/local/bench/http.bench.ts',
  commands: 'services/command/bench/commands.bench.ts',
  visibility: 'services/projector/bench/visibility.bench.ts',
  rebuild: 'services/projector/bench/rebuild.bench.ts',
  'personal-data': 'services/projector/bench/protection.bench.ts',
  conversion: 'services/signer/bench/conversion.bench.ts',
  face: 'services/signer/bench/face.bench.ts',
  export: 'services/projector/bench/export.bench.ts',
  search: 'services/query/bench/search.bench.ts',
  lists: 'services/query/bench/lists.bench.ts',
  reports: 'services/query/bench/reports.bench.ts',
  credits: 'services/command/bench/credits.bench.ts',
  restart: 'tests/bench/restart.bench.ts',
  rest: 'tests/bench/rest.bench.ts',
  'worker-start': 'services/signer/bench/worker-start.bench.ts',
  'ways-in': 'packages/postgres/bench/ways-in.bench.ts',
  append: 'services/command/bench/append.bench.ts',
  footprint: 'tests/bench/footprint.bench.ts',
  'unit-costs': 'tests/bench/unit-costs.bench.ts',
  statements: 'tests/bench/statements.bench.ts',
  move: 'tests/bench/move.bench.ts',
  'event-store': 'packages/event-store/bench/event-store.bench.ts',
  viewer: 'tests/bench/viewer.bench.ts',
} as const;

const quick = process.argv.includes('--quick');
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

async function run(name: string, script: string): Promise<unknown> {
  const child = spawn(process.execPath, [join(root, script), '--json', ...(quick ? ['--quick'] : [])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.pipe(process.stderr, { end: false });
  const [output, complaint, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (status !== 0) throw new Error(`${complaint}\n${output}`.trim());
  const lines = output.trim().split('\n');
  const summary = lines.filter((line) => /^[[{]/.test(line)).map((line): unknown => JSON.parse(line));
  console.log(`\n== ${name}${quick ? ' (short form)' : ''}`);
  console.log(inspect(summary, { depth: 6, breakLength: 140, maxArrayLength: 100 }));
  return summary;
}

/** @returns whether it ran to its end */
async function measure(name: string, script: string): Promise<boolean> {
  try {
    const result = { benchmark: name, ...provenance(), result: await run(name, script) };
    // Only a full run is a figure worth keeping.
    if (!quick)
      writeFileSync(
        join(root, 'tests/bench/results', `${name}.json`),
        `${JSON.stringify(result, null, 2)}\n`,
      );
    return true;
  } catch (error) {
    reportFailure(`benchmark ${name}`, String(error));
    return false;
  }
}

const chosen = Object.entries(benchmarks).filter(([name]) => only.length === 0 || only.includes(name));
const waiting = [...chosen];
const failed: string[] = [];

/** One that fails takes no figures from the others. */
async function measureNext(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    if (!(await measure(...next))) failed.push(next[0]);
}

// Figures are taken one at a time; the short form only shows that each still runs.
await Promise.all(Array.from({ length: quick ? availableParallelism() : 1 }, measureNext));
if (failed.length > 0) {
  console.error(`\nBenchmarks that failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
