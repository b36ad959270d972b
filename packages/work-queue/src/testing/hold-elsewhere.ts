import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { ConsumeOptions } from '../port.ts';

/** A consumer in a process of its own that holds a job of the queue, to be ended by SIGKILL. */
export async function holdInChildProcess(
  storageUrl: string,
  queue: string,
  options: ConsumeOptions,
): Promise<{ kill(): Promise<void> }> {
  const script = join(import.meta.dirname, 'hold-a-job.ts');
  const child = spawn(process.execPath, [script, storageUrl, queue, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('The holding process ended before it held a job'))),
  ]);
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
