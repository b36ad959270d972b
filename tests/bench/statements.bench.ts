/**
 * How many statements the whole product asks its database: for each operation before it answers, and in a second in which
 * nothing happens. Counted on the wire, so the same on a busy machine; `tests/round-trips` holds them to their limits. And
 * how often something waited for the disk because of it, with all that follows: writes of the log that commits share count
 * once.
 *
 *     node tests/bench/statements.bench.ts [--quick]
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createPool, startEmbeddedPostgres } from '@lacre/postgres';

import { COUNTED_OPERATIONS, isWithin } from '../round-trips/counted-operations.ts';
import { CountedProduct, IDLE_SECONDS } from '../round-trips/counted-product.ts';

await using ending = new AsyncDisposableStack();
const dataDir = await mkdtemp(join(tmpdir(), 'lacre-bench-'));
// Postgres does not run as root: the account it runs as must be able to come in.
await chmod(dataDir, 0o755);
ending.defer(() => rm(dataDir, { recursive: true, force: true }));
const server = await startEmbeddedPostgres({ dataDir });
ending.defer(() => server.stop());
const quick = process.argv.includes('--quick');
const product = await CountedProduct.start(server.connectionString('postgres'));
ending.defer(() => product.stop());

const admin = createPool(server.connectionString('postgres'), { max: 1, applicationName: 'bench' });
ending.defer(() => admin.end());

/** Writes of the server's log to the disk that a connection waited for, so far. */
async function flushes(): Promise<number> {
  // Connections say what they did once a second at most (pgstat.c).
  await sleep(1500);
  const { rows } = await admin.query<{ fsyncs: bigint }>(
    `select sum(fsyncs)::int8 as fsyncs from pg_stat_io where object = 'wal' and backend_type = 'client backend'`,
  );
  return Number(rows[0]?.fsyncs ?? 0);
}

const idle = await product.leastAskedIdle();
console.log(JSON.stringify({ idlePerSecond: idle.length / IDLE_SECONDS, limit: 1 }));
for (const { name, limits, last, prepare } of COUNTED_OPERATIONS) {
  const request = await prepare(product);
  let requests = 0;
  const before = await flushes();
  const { beforeAnswer, roundTrips, inAll } = await product.leastAskedBy(
    () => {
      requests += 1;
      return request();
    },
    quick ? isWithin(limits) : undefined,
    last,
  );
  const statements = { beforeAnswer: beforeAnswer.length, roundTrips, inAll: inAll.length };
  const each = Math.round((10 * ((await flushes()) - before)) / requests) / 10;
  // Of queries, what is left of commands before them.
  const ofCommand = limits.inAll === undefined ? {} : { flushes: each };
  console.log(JSON.stringify({ operation: name, statements, limits, ...ofCommand }));
}
