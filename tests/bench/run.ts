import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

import { provenance } from '../support/provenance.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each prints a table of its own; with `--json`, its figures as lines of JSON. */
const benchmarks = {
  seal: 'packages/pades/bench/seal.bench.ts',
  validate: 'packages/pades/bench/validate.bench.ts',
  authorities: 'packages/pades/bench/authorities.bench.ts',
  http: 'infra/local/bench/http.bench.ts',
  commands: 'services/command/bench/commands.bench.ts',
  visibility: 'services/projector/bench/visibility.bench.ts',
  rebuild: 'services/projector/bench/rebuild.bench.ts',
  'personal-data': 'services/projector/bench/protection.bench.ts',
  export: 'services/projector/bench/export.bench.ts',
  search: 'services/query/bench/search.bench.ts',
  append: 'services/command/bench/append.bench.ts',
  web: 'tests/bench/web.bench.ts',
} as const;

const quick = process.argv.includes('--quick');
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

function run(name: string, script: string): unknown {
  console.log(`\n== ${name}${quick ? ' (short form)' : ''}`);
  const outcome = spawnSync(process.execPath, [join(root, script), '--json', ...(quick ? ['--quick'] : [])], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (outcome.status !== 0) throw new Error(`${name} failed:\n${outcome.stdout}`);
  const lines = outcome.stdout.trim().split('\n');
  const summary = lines.filter((line) => /^[[{]/.test(line)).map((line): unknown => JSON.parse(line));
  console.log(inspect(summary, { depth: 6, breakLength: 140, maxArrayLength: 100 }));
  return summary;
}

/** @returns whether it ran to its end */
function measure(name: string, script: string): boolean {
  try {
    const result = { benchmark: name, ...provenance(), result: run(name, script) };
    // Only a full run is a figure worth keeping.
    if (!quick)
      writeFileSync(
        join(root, 'tests/bench/results', `${name}.json`),
        `${JSON.stringify(result, null, 2)}\n`,
      );
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

const chosen = Object.entries(benchmarks).filter(([name]) => only.length === 0 || only.includes(name));
// One that fails takes no figures from the others.
const failed = chosen.filter(([name, script]) => !measure(name, script)).map(([name]) => name);
if (failed.length > 0) {
  console.error(`\nBenchmarks that failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
