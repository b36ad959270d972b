/**
 * Runs the long forms of fault, concurrency, isolation and other tests and keeps their outcome: `npm run test:long`, or some of
 * them by a part of their name, `npm run test:long -- isolation`. Their figures go to `tests/bench/results`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { provenance } from '../support/provenance.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LONG = [
  'tests/faults/accepted-is-sealed.test.ts',
  'tests/faults/backup-drill.test.ts',
  'tests/faults/kill-cycles.test.ts',
  'tests/faults/kill-downloads.test.ts',
  'tests/faults/log-move.test.ts',
  'packages/event-store/src/postgres/gap-safe-reader.test.ts',
  'tests/isolation/isolation.test.ts',
  'tests/journeys/screens/every-dialog.test.ts',
  'tests/office/office-drawings.test.ts',
  'tests/storms/idempotency-storm.test.ts',
  'tests/storms/races.test.ts',
];
const asked = process.argv.slice(2);
const chosen = LONG.filter((path) => asked.length === 0 || asked.some((part) => path.includes(part)));

const outcome = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), duration: z.number().nullish() }),
      ),
    }),
  ),
});

const folder = mkdtempSync(join(tmpdir(), 'lacre-long-'));
const report = join(folder, 'report.json');
const made = provenance();
const vitest = spawnSync(
  'vitest',
  ['run', ...chosen, '--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`],
  { cwd: root, stdio: 'inherit', env: { ...process.env, LACRE_LONG: '1' } },
);
const { success, testResults } = outcome.parse(JSON.parse(readFileSync(report, 'utf8')));
rmSync(folder, { recursive: true });
const tests = testResults.flatMap(({ assertionResults }) =>
  assertionResults.map(({ fullName, status, duration }) => ({
    test: fullName.trim(),
    status,
    seconds: Math.round((duration ?? 0) / 100) / 10,
  })),
);
// Only a run of all of them is an outcome worth keeping.
if (asked.length === 0)
  writeFileSync(
    join(root, 'tests/faults/results.json'),
    `${JSON.stringify({ ...made, success, tests }, null, 2)}\n`,
  );
process.exitCode = vitest.status ?? 1;
