import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { freePort } from '@lacre/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PATIENCE_MS = 120_000;

let dataDir: string;
let port: number;
let npm: ChildProcess;
let output = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lacre-start-'));
  // Postgres does not run as root: the account it runs as must be able to come in.
  await chmod(dataDir, 0o755);
  port = await freePort();
  npm = spawn('npm', ['start', '--', '--data', dataDir, '--port', String(port)], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const hear = (chunk: Buffer) => (output += chunk.toString());
  npm.stdout?.on('data', hear);
  npm.stderr?.on('data', hear);
  await until(() => answers(), 'the server answers');
}, PATIENCE_MS);

afterAll(async () => {
  if (npm.exitCode === null && npm.signalCode === null) npm.kill('SIGKILL');
  await until(() => Promise.resolve(!databaseRuns()), 'the database is gone');
  await rm(dataDir, { recursive: true, force: true });
}, PATIENCE_MS);

/** Postgres takes its file away with the last thing that it does. */
const databaseRuns = (): boolean =>
  globSync('postgres/*/cluster/postmaster.pid', { cwd: dataDir }).length > 0;

const answers = async (): Promise<boolean> => {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS - 5000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}:\n${output}`);
    await pause(200);
  }
}

it('answers */* with a page, and 404 for a missing file or another type', async () => {
  const get = (path: string, accept: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });
  const page = await get('/validate', '*/*');
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ]);
  for (const [path, accept] of [
    ['/nada.js', '*/*'],
    ['/validate', 'application/json'],
    ['/api/nada', '*/*'],
  ] as const)
    expect((await get(path, accept)).status, path).toBe(404);
});

it('leaves nothing behind when npm alone gets the signal', { timeout: PATIENCE_MS }, async () => {
  npm.kill('SIGTERM');
  expect(databaseRuns()).toBe(true);
  await until(async () => !(await answers()) && !databaseRuns(), 'the server and its database are gone');
  expect([await answers(), databaseRuns()]).toEqual([false, false]);
});
