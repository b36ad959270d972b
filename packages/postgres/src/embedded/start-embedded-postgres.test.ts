import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { portOf } from '@lacre/test-support';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './start-embedded-postgres.ts';

const holder = fileURLToPath(new URL('../testing/hold-embedded-postgres.ts', import.meta.url));

let folder: string;
let children: ChildProcess[];
let handles: EmbeddedPostgres[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lacre-embedded-'));
  chmodSync(folder, 0o755);
  children = [];
  handles = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const handle of handles) await handle.stop();
  await stopEmbeddedPostgres(folder);
  rmSync(folder, { recursive: true, force: true });
});

const clusterFile = (name: string): string => path.join(folder, '18', 'cluster', name);
const serverPid = (): number => Number(readFileSync(clusterFile('postmaster.pid'), 'utf8').split('\n')[0]);

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const handle = await startEmbeddedPostgres(options);
  handles.push(handle);
  return handle;
}

async function query<Row extends object>(postgres: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: postgres.connectionString() });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function holdInAnotherProcess(): Promise<{ process: ChildProcess; port: number; attached: boolean }> {
  const child = spawn(process.execPath, [holder, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, ...(JSON.parse(line.toString()) as { port: number; attached: boolean }) };
}

async function eventually<T>(attempt: () => Promise<T>, timeoutMs = 10_000): Promise<T> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await sleep(50);
    }
  }
}

test('a stopped server starts again with its data, on the port it had', async () => {
  const first = await start({ dataDir: folder });
  expect(first.attached).toBe(false);
  await query(first, 'create table kept as select 42 as answer');
  await first.stop();
  await expect(query(first, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);

  const second = await start({ dataDir: folder });
  expect(second.port).toBe(first.port);
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('commits reach the disk, text order does not depend on the machine, and the password is for us only', async () => {
  const postgres = await start({ dataDir: folder });
  const settings = await query(
    postgres,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('listen_addresses') as listens, current_setting('max_connections')::int as connections,
            datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()`,
  );
  expect(settings).toEqual([
    { fsync: 'on', commit: 'on', listens: '127.0.0.1', connections: 300, provider: 'b', locale: 'C.UTF-8' },
  ]);
  expect(statSync(path.join(folder, '18', 'password')).mode & 0o777).toBe(0o600);
  await postgres.stop();
});

test('it is reached by its Unix socket, and by TCP where the path of one would be too long', async () => {
  const address = `select inet_server_addr()::text as address`;
  expect(await query(await start({ dataDir: folder }), address)).toEqual([{ address: null }]);
  const deep = path.join(folder, 'pasta-de-nome-comprido-'.repeat(6));
  const far = await start({ dataDir: deep });
  expect(await query(far, address)).toEqual([{ address: '127.0.0.1/32' }]);
  await stopEmbeddedPostgres(deep);
});

test(
  'of three processes that start one cluster at once, one starts it and all use it',
  { timeout: 60_000 },
  async () => {
    const holders = await Promise.all([
      holdInAnotherProcess(),
      holdInAnotherProcess(),
      holdInAnotherProcess(),
    ]);
    expect(holders.filter(({ attached }) => !attached)).toHaveLength(1);
    expect(new Set(holders.map(({ port }) => port)).size).toBe(1);
    const here = await start({ dataDir: folder });
    expect(await query(here, 'select 1 as one')).toEqual([{ one: 1 }]);
    await here.stop();
  },
);

test('a server whose Node was killed is adopted by the next process, which then owns it', async () => {
  const killed = await holdInAnotherProcess();
  killed.process.kill('SIGKILL');
  await once(killed.process, 'exit');

  const heir = await start({ dataDir: folder });
  expect(heir).toMatchObject({ attached: true, port: killed.port });
  await heir.stop();
  await expect(query(heir, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
});

test('stopping an attached server leaves it to its owner', async () => {
  const owner = await holdInAnotherProcess();
  const guest = await start({ dataDir: folder });
  await guest.stop();
  expect(owner.attached).toBe(false);
  expect(await query(guest, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a killed server comes back on its port with every acknowledged commit', async () => {
  const postgres = await start({ dataDir: folder });
  await query(postgres, 'create table log (n int primary key)');
  const acknowledged: number[] = [];
  const writer = new Client({ connectionString: postgres.connectionString() });
  writer.on('error', () => {});
  await writer.connect();
  const writing = (async () => {
    for (let n = 1; ; n++) {
      await writer.query('insert into log values ($1)', [n]);
      acknowledged.push(n);
    }
  })();
  while (acknowledged.length < 50) await sleep(5);
  process.kill(serverPid(), 'SIGKILL');
  await expect(writing).rejects.toBeInstanceOf(Error);

  const rows = await eventually(() => query<{ n: number }>(postgres, 'select n from log order by n'));
  const numbers = rows.map(({ n }) => n);
  expect(numbers.slice(0, acknowledged.length)).toEqual(acknowledged);
  // The insert in flight may have been committed without its answer, never more than that one.
  expect(numbers.length - acknowledged.length).toBeLessThanOrEqual(1);
  await postgres.stop();
});

test('a pid file whose number now belongs to another program does not keep the server from starting', async () => {
  const before = await start({ dataDir: folder });
  const pidFile = readFileSync(clusterFile('postmaster.pid'), 'utf8');
  await before.stop();
  writeFileSync(clusterFile('postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)));

  const after = await start({ dataDir: folder });
  expect(after.attached).toBe(false);
  await after.stop();
});

test('an empty pid file of an interrupted start does not keep the server from starting', async () => {
  const before = await start({ dataDir: folder });
  await before.stop();
  writeFileSync(clusterFile('postmaster.pid'), '');

  const after = await start({ dataDir: folder });
  expect(after.attached).toBe(false);
  await after.stop();
});

test('a remembered port taken by another program is replaced; a port asked for is not', async () => {
  const before = await start({ dataDir: folder });
  await before.stop();
  const squatter = createServer().listen(before.port, '127.0.0.1');
  await once(squatter, 'listening');
  const port = portOf(squatter);

  await expect(start({ dataDir: folder, port })).rejects.toThrow(/could not/);
  const after = await start({ dataDir: folder });
  expect(after.port).not.toBe(port);
  await after.stop();
  squatter.close();
});

test('a folder that only its owner may enter, and a umask that closes new ones, do not keep the server out', async () => {
  const closed = path.join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const umask = process.umask(0o077);
  const dataDir = path.join(closed, 'data');
  try {
    const postgres = await start({ dataDir });
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    const again = await start({ dataDir });
    expect(again.port).toBe(postgres.port);
    await again.stop();
  } finally {
    process.umask(umask);
    await stopEmbeddedPostgres(dataDir);
    rmSync(realpathSync(path.join(dataDir, '18', 'cluster')), { recursive: true, force: true });
  }
});
