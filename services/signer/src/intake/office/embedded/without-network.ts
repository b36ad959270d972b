import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { findProgram } from '../find-program.ts';

const run = promisify(execFile);
const TRIAL_MS = 10_000;
/** Without an interface that is up, not even this machine's own address can be reached (network_namespaces(7)). */
const TRIAL =
  "require('node:net').connect(1, '127.0.0.1').on('error', (error) => process.exit(error.code === 'ENETUNREACH' ? 0 : 1))";

/** Of root, and of a user who may make namespaces. */
const WAYS: readonly (readonly string[])[] = [['--net'], ['--user', '--map-current-user', '--net']];

/**
 * The words that start a program without any network, as this system lets us: found by trying. Empty where it does not;
 * WebAssembly has none of its own accord.
 */
export async function withoutNetwork(searchPath: string): Promise<readonly string[]> {
  const unshare = await findProgram('unshare', searchPath);
  if (unshare === undefined) return [];
  for (const way of WAYS) {
    const words = [...way, '--'];
    const holds = await run(unshare, [...words, process.execPath, '-e', TRIAL], {
      timeout: TRIAL_MS,
      env: {},
    }).then(
      () => true,
      () => false,
    );
    if (holds) return [unshare, ...words];
  }
  return [];
}
