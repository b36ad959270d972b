/**
 * Builds the image and runs the composed product in containers: `npm run test:containers`, which keeps its result in
 * `tests/bench/results/containers.json`, or with `-- --quick` the short form, which is a stage of `.ci/run`. Where no
 * container engine can be started it says so, which fails in CI.
 *
 * Both take a document from a new account to sealed and proven, replace a container under load, lose the leader of NATS,
 * cut a service off, lose S3 and the database, end every service by SIGTERM, and read everything back. Only the long form
 * starts with the image of an earlier commit, replaces and cuts off every container, and keeps S3 away for a minute.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { leftOut } from '../support/ci-report.ts';
import { Daemon } from './daemon.ts';
import { NoEngine } from './engine.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const options = given.filter((argument) => argument !== '--quick');

let ended: NodeJS.Signals | undefined;
let tests: ChildProcess | undefined;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    ended = signal;
    tests?.kill(signal);
  });

let daemon: Daemon | undefined;
try {
  daemon = await Daemon.start();
} catch (error) {
  if (!(error instanceof NoEngine)) throw error;
  leftOut(`the composed product in containers (no container engine: ${error.message})`);
  process.exitCode = process.env['CI'] ? 1 : 0;
}
if (daemon !== undefined)
  try {
    process.exitCode = ended === undefined ? await runTests(daemon.folder) : 1;
    if (process.exitCode !== 0) console.error(`The engine said last:\n${daemon.lastLines(20)}`);
  } finally {
    // Only once the tests have ended, on a signal too.
    await daemon.stop();
  }

async function runTests(engine: string): Promise<number> {
  const env = { ...process.env, LACRE_LONG: given.includes('--quick') ? '0' : '1', LACRE_ENGINE: engine };
  const command = ['vitest', 'run', '--config', 'vitest.containers.config.ts', ...options];
  tests = spawn('setpriv', ['--pdeathsig=TERM', ...command], { cwd: root, stdio: 'inherit', env });
  const [status] = (await once(tests, 'exit')) as [number | null];
  return status ?? 1;
}
