/**
 * Run by tests as a process that they kill: `hold-a-job.ts STORAGE-URL QUEUE OPTIONS` takes one job of the
 * queue, says so by a line, and never settles it.
 */
import { writeSync } from 'node:fs';

import { createPool } from '@lacre/postgres';

import type { ConsumeOptions, WorkQueue } from '../port.ts';

async function open(url: string): Promise<WorkQueue> {
  if (url.startsWith('nats:')) {
    const { openNatsWorkQueue } = await import('../nats/index.ts');
    return openNatsWorkQueue({ url });
  }
  const { openPostgresWorkQueue } = await import('../postgres/index.ts');
  return openPostgresWorkQueue({ pool: createPool(url, { max: 3, applicationName: 'hold-a-job' }) });
}

const [url, name, options] = process.argv.slice(2) as [string, string, string];
const queue = await open(url);
await queue.consume(
  name,
  () => {
    writeSync(1, 'holding\n');
    return new Promise(() => {});
  },
  JSON.parse(options) as ConsumeOptions,
);
