/**
 * Appends to streams of some lengths, reads of the whole log, by each adapter beside the bare client of its server, and
 * copies of a log into KurrentDB:
 * `node event-store.bench.ts [--quick] [--json]`. Every append of one is followed by one of the others, so that what
 * else the machine does falls on all alike; only figures of one run compare. `EVENT_STORE_TEST_URL` names a KurrentDB
 * to use instead of the stand-in, `TEST_DATABASE_URL` a Postgres instead of the embedded one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';

import { createPool, startEmbeddedPostgres } from '@lacre/postgres';

import { measureAppends } from './appends.ts';
import { measureCopies } from './copies.ts';
import { measureReads } from './reads.ts';

const quick = process.argv.includes('--quick');
const json = process.argv.includes('--json');

async function openServer(commitDelayMs: number): Promise<{ connectionString: string; stop: () => void }> {
  const given = process.env['EVENT_STORE_TEST_URL'];
  if (given !== undefined) return { connectionString: given, stop: () => {} };
  const script = path.join(import.meta.dirname, 'stand-in-server.ts');
  const child = spawn(process.execPath, [script, String(commitDelayMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { connectionString: line.toString().trim(), stop: () => void child.stdin.end() };
}

async function openPostgres() {
  const given = process.env['TEST_DATABASE_URL'];
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lacre-bench-'));
  const embedded = given === undefined ? await startEmbeddedPostgres({ dataDir }) : undefined;
  const pool = createPool(given ?? embedded!.connectionString(), { max: 8, applicationName: 'bench' });
  const stop = async () => {
    await pool.end();
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { pool, stop };
}

function print(rows: readonly object[]): void {
  if (json) for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
  else console.table(rows);
}

const server = await openServer(0);
/** A copy waits for commits more than for anything else: these take what they take on a real server at the least. */
const committing = await openServer(1);
const postgres = await openPostgres();
const { connectionString } = server;
try {
  const [lengths, rounds] = quick ? [[10, 1000], 60] : [[10, 1000, 100_000], 400];
  print(await measureAppends({ connectionString, pool: postgres.pool, lengths, rounds }));
  const [events, times] = quick ? [5000, 1] : [50_000, 5];
  print(await measureReads({ connectionString, events, times }));
  print(await measureCopies({ ...committing, events: quick ? 1000 : 10_000, times }));
  print([{ load: Number(loadavg()[0]?.toFixed(1)) }]);
} finally {
  await postgres.stop();
  committing.stop();
  server.stop();
}
