/**
 * How many statements the whole product asks its database: for each operation before it answers, and in a second in which
 * nothing happens. Counted on the wire, so the same on a busy machine; `tests/round-trips` holds them to their limits.
 *
 *     node tests/bench/statements.bench.ts
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '@lacre/postgres';

import { COUNTED_OPERATIONS } from '../round-trips/counted-operations.ts';
import { CountedProduct, IDLE_SECONDS } from '../round-trips/counted-product.ts';

await using ending = new AsyncDisposableStack();
const dataDir = await mkdtemp(join(tmpdir(), 'lacre-bench-'));
// Postgres does not run as root: the account it runs as must be able to come in.
await chmod(dataDir, 0o755);
ending.defer(() => rm(dataDir, { recursive: true, force: true }));
const server = await startEmbeddedPostgres({ dataDir });
ending.defer(() => server.stop());
const product = await CountedProduct.start(server.connectionString('postgres'));
ending.defer(() => product.stop());

const idle = await product.leastAskedIdle();
console.log(JSON.stringify({ idlePerSecond: idle.length / IDLE_SECONDS, limit: 1 }));
for (const { name, limits, prepare } of COUNTED_OPERATIONS) {
  const { beforeAnswer, inAll } = await product.leastAskedBy(await prepare(product));
  const statements = { beforeAnswer: beforeAnswer.length, inAll: inAll.length };
  console.log(JSON.stringify({ operation: name, statements, limits }));
}
