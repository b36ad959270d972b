/**
 * Runs what speaks to the database on the releases of PostgreSQL that are supported beside the embedded one, or on those
 * named:
 *
 *     npm run test:postgres [-- 16]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { startRelease } from './server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const named = given.filter((argument) => !argument.startsWith('--'));
const reporters = given.filter((argument) => argument.startsWith('--'));

/** The last of each major that npm has. */
const RELEASES = ['16.14.0-beta.17', '17.10.0-beta.17'];
const majorOf = (release: string): string => release.split('.')[0] ?? '';
const chosen = RELEASES.filter((release) => named.length === 0 || named.includes(majorOf(release)));
if (chosen.length < named.length) throw new Error(`not tested on ${named.join(', ')}`);

const TESTS = [
  'packages/postgres/src/migrate.test.ts',
  'packages/event-store/src/postgres',
  'packages/work-queue/src/postgres',
  'services/projector/src/engine/engine.test.ts',
  'services/query/src/reading/isolation.test.ts',
  'tests/installation/service-roles.test.ts',
];

for (const release of chosen) {
  console.log(`\nPostgreSQL ${release.split('-')[0]}`);
  const server = await startRelease(release);
  try {
    const tests = spawn('vitest', ['run', ...TESTS, ...reporters], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url },
    });
    const [status] = (await once(tests, 'exit')) as [number | null];
    if (status !== 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}
