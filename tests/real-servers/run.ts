/**
 * Runs what can be run against real event stores, and says what was left out:
 *
 *     npm run test:real-servers
 *
 * `EVENT_STORE_TEST_URL` names a server (its own streams are left alone), which is asked for its release, unless
 * `EVENT_STORE_TEST_RELEASE` names the recordings to replay. Without it, where a container engine is there, each image of `KURRENTDB_IMAGE` (commas between) is started as one
 * node and then as a cluster of three whose leader is killed.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { kurrentDbImages, startNode, whyNoContainers } from '@lacre/event-store/testing/kurrentdb-containers';

import { leftOut } from '../support/ci-report.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const reporters = process.argv.slice(2);

const BESIDE_THE_CODE = [
  'packages/event-store/src/kurrentdb/kurrentdb-event-store.test.ts',
  'packages/event-store/src/testing/recordings/recordings-on-real-server.test.ts',
];
const ACROSS_SERVICES = ['faults', 'main-journey'];

function vitest(args: readonly string[], environment: Record<string, string>): boolean {
  const options = { cwd: root, stdio: 'inherit' as const, env: { ...process.env, ...environment } };
  return spawnSync('vitest', ['run', ...args, ...reporters], options).status === 0;
}

const withConfig = (names: readonly string[]): string[] => [
  '--config',
  'vitest.real-servers.config.ts',
  ...names.map((name) => `tests/real-servers/${name}.check.ts`),
];

/** Everything that one server can be asked, in turn. */
function onServer(connectionString: string, release?: string): boolean {
  const environment = {
    EVENT_STORE_TEST_URL: connectionString,
    ...(release === undefined ? {} : { EVENT_STORE_TEST_RELEASE: release }),
  };
  // One after the other: a recording knows of no events that others write meanwhile.
  const beside = vitest(['--no-file-parallelism', ...BESIDE_THE_CODE], environment);
  return vitest(withConfig(ACROSS_SERVICES), environment) && beside;
}

/** `…:24.10.9-jammy` is 24.10.9; recordings of another release are not replayed. */
const releaseOf = (image: string): string => /:(\d+(?:\.\d+)*)/.exec(image)?.[1] ?? '';

async function onContainers(): Promise<boolean> {
  let passed = true;
  for (const image of kurrentDbImages()) {
    console.log(`\n${image}: one node`);
    const node = await startNode(image);
    try {
      passed = onServer(node.connectionString, releaseOf(image)) && passed;
    } finally {
      await node.stop();
    }
    console.log(`\n${image}: three nodes, whose leader is killed`);
    passed = vitest(withConfig(['cluster']), { EVENT_STORE_TEST_CLUSTER_IMAGE: image }) && passed;
  }
  return passed;
}

const url = process.env['EVENT_STORE_TEST_URL'];
const reason = await whyNoContainers();
if (url) {
  leftOut(
    'a cluster of three whose leader is killed (EVENT_STORE_TEST_URL names a server that is not ours to kill)',
  );
  process.exitCode = onServer(url) ? 0 : 1;
} else if (reason === undefined) process.exitCode = (await onContainers()) ? 0 : 1;
else
  leftOut(
    `real KurrentDB servers: contract suite, recordings, faults, main journey, a cluster whose leader is killed (no EVENT_STORE_TEST_URL, no container engine: ${reason})`,
  );
