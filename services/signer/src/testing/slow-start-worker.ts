import { readFileSync } from 'node:fs';

import { serveWorker } from '../workers/serve-worker.ts';

/**
 * A process that comes up when it is the third that was started, or never: the file that its title names has a line for
 * each, after a first one that says "never".
 */
serveWorker(async () => 'answered', {
  cpuMs: 200,
  prepare: async () => {
    const started = readFileSync(process.title, 'utf8').trim().split('\n');
    if (started[0] === 'never' || started.length < 3) for (;;);
  },
});
