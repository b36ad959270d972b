import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { SilenceWatch } from './silence-watch.ts';
import { byTcp, createTestDatabase, startSilentServer } from './testing/index.ts';
import type { SilentServer, TestDatabase } from './testing/index.ts';
import { WatchedClient } from './watched-client.ts';

const limits = { silentMs: 400, answerMs: 400, lookEveryMs: 50 };

let database: TestDatabase;
let folder: string;
const clients: WatchedClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'watched-client-'));
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out cert.pem';
  execFileSync('openssl', request.split(' '), { stdio: 'ignore', cwd: folder });
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});

async function connected(connectionString: string, pipeline = false): Promise<WatchedClient> {
  const client = new WatchedClient({ connectionString, pipeline }, new SilenceWatch(limits));
  client.on('error', () => {});
  clients.push(client);
  await client.connect();
  return client;
}

describe.each(['plain', 'TLS'])('a server that falls silent, %s', (kind) => {
  let server: SilentServer;
  beforeEach(async () => {
    server = await startSilentServer(database.connectionString, kind === 'TLS' ? folder : undefined);
  });
  afterEach(() => server.close());

  test('fails pending statements, as a broken connection does', async () => {
    const client = await connected(server.connectionString);
    await client.query('select 1');
    await server.fallSilent();
    const [first, second] = await Promise.allSettled([client.query('select 1'), client.query('select 2')]);
    for (const outcome of [first, second])
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEDOUT' } });
  });

  test('is found too where statements do not wait for the answers before them', async () => {
    const client = await connected(server.connectionString, true);
    await Promise.all([client.query('select 1'), client.query('select 2')]);
    await server.fallSilent();
    await expect(client.query('select 3')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  test('keeps no connection from ending', async () => {
    const client = await connected(server.connectionString);
    await server.fallSilent();
    await expect(client.end()).resolves.toBeUndefined();
  });
});

test('a statement may be silent for as long as its server is there', async () => {
  const client = await connected(byTcp(database.connectionString).href);
  await client.query('select pg_sleep(2)');
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
