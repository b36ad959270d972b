/**
 * The whole job of a seal at B-LTA (evidence, signature, two time stamps, verdict, events) in a signer of its own: how
 * long it takes for a document of two pages, and what is held in memory for one of 30 MB, in the service and in the
 * largest of the processes it starts, beside what they hold with nothing to do: `node seal-job.bench.ts [--quick]
 * [--json]`. Of memory, the median of all seals is held to the file and 64 MB. Linux only.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startEmbeddedPostgres } from '@lacre/postgres';

import { samplePdf } from '../src/testing/pdfs/sample-pdfs.ts';
import type { Measurement, Task } from './seal-job-worker.ts';

const has = (flag: string): boolean => process.argv.includes(flag);
const quick = has('--quick');
const LARGE_BYTES = 30_000_000;
const SMALL_SEALS = quick ? 5 : 200;
const LARGE_SEALS = quick ? 5 : 25;
/** Beside the file, bytes. */
const MAX_BESIDE_BYTES = 64e6;
const WORKER = join(import.meta.dirname, 'seal-job-worker.ts');

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const rounded = (value: number): number => Math.round(value * 10) / 10;

const folder = mkdtempSync(join(tmpdir(), 'lacre-seal-job-bench-'));
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
try {
  const largeFile = join(folder, 'large.pdf');
  writeFileSync(largeFile, await samplePdf({ ballastBytes: LARGE_BYTES }));
  const fileBytes = statSync(largeFile).size;
  const task: Task = { largeFile, smallSeals: SMALL_SEALS, largeSeals: LARGE_SEALS };
  const env = { ...process.env, TEST_DATABASE_URL: server.connectionString('postgres') };
  const { stdout } = await promisify(execFile)(process.execPath, [WORKER, JSON.stringify(task)], { env });
  const { smallMs, idle, peaks } = JSON.parse(stdout) as Measurement;
  const besides = (which: 'service' | 'worker'): Record<string, number> => {
    const held = median(peaks.map((peak) => peak[which])) - idle[which];
    return {
      'idle, MB': rounded(idle[which] / 1e6),
      'held beside the file, MB': rounded((held - fileBytes) / 1e6),
      'held, times the file': rounded(held / fileBytes),
    };
  };
  const figures = {
    'a document of 2 pages': { seals: smallMs.length, 'p50, ms': rounded(median(smallMs)) },
    '30 MB, the service': besides('service'),
    '30 MB, the largest worker': besides('worker'),
    machine: { load: loadavg()[0] ?? 0 },
  };
  if (has('--json')) process.stdout.write(`${JSON.stringify(figures)}\n`);
  else console.table(figures);
  for (const which of ['service', 'worker'] as const)
    if ((besides(which)['held beside the file, MB'] ?? Number.NaN) * 1e6 > MAX_BESIDE_BYTES)
      throw new Error(`the ${which} held more than the file and ${MAX_BESIDE_BYTES / 1e6} MB`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
