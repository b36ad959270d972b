/**
 * A transaction that reads one row, over TCP and over the Unix socket of the embedded server: `node ways-in.bench.ts
 * [--quick] [--json]`. Of each the wait and the processor time of both sides, µs.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPool, startEmbeddedPostgres } from '@lacre/postgres';
import { byTcp } from '@lacre/postgres/testing';
import type { PoolClient } from 'pg';

const TRANSACTIONS = process.argv.includes('--quick') ? 1_000 : 10_000;
const ROUNDS = 3;
/** Of a clock tick of Linux, µs. */
const TICK_US = 10_000;

/** Processor time of a process so far, µs: fields 14 and 15 of proc(5), counted from the third. */
function processorUs(pid: number): number {
  const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * TICK_US;
}

async function read(client: PoolClient): Promise<void> {
  const begun = client.query('begin isolation level repeatable read read only; set local jit = off');
  const row = client.query({ name: 'one', text: 'select $1::int as one', values: [1] });
  await Promise.all([begun, row]);
  await client.query('commit');
}

async function measured(client: PoolClient, pid: number) {
  const [own, server, began] = [process.cpuUsage(), processorUs(pid), performance.now()];
  for (let done = 0; done < TRANSACTIONS; done += 1) await read(client);
  const { user, system } = process.cpuUsage(own);
  const each = (us: number): number => Math.round(us / TRANSACTIONS);
  return {
    waitUs: each((performance.now() - began) * 1000),
    clientUs: each(user + system),
    serverUs: each(processorUs(pid) - server),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'lacre-ways-in-bench-'));
chmodSync(folder, 0o755);
const embedded = await startEmbeddedPostgres({ dataDir: folder });
const socket = embedded.connectionString();
const figures: Record<string, Awaited<ReturnType<typeof measured>>> = {};
for (const [way, address] of [
  ['TCP', byTcp(socket).href],
  ['socket', socket],
] as const) {
  const pool = createPool(address, { max: 1, applicationName: 'bench', pipeline: true });
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  for (let round = 0; round < ROUNDS; round += 1) {
    const figure = await measured(client, rows[0]?.pid ?? 0);
    const best = figures[way];
    if (best === undefined || figure.waitUs < best.waitUs) figures[way] = figure;
  }
  client.release();
  await pool.end();
}
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ figures })}\n`);
else console.table(figures);
await embedded.stop();
rmSync(folder, { recursive: true, force: true });
