import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@lacre/test-support';
import { Client } from 'pg';

import { embeddedServer } from '../embedded/run-server.ts';
import { byTcp } from './by-tcp.ts';

const READY_WITHIN_MS = 60_000;
/** What a base backup leaves out (PostgreSQL, 25.3.4: Backing Up the Data Directory). */
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_wal|pg_replslot|\.s\.PGSQL\..*)$/;

/** A hot standby that streams from an embedded server. */
export interface Standby {
  /** The same address, of the standby. */
  connectionString: string;
  stop(): Promise<void>;
}

/**
 * Takes a base backup of the server by its low-level functions and starts a standby from it.
 *
 * @param dataDir as it was given to `startEmbeddedPostgres`
 * @param url of a database of that server, as its superuser
 */
export async function startStandby(dataDir: string, url: string): Promise<Standby> {
  const { native, account, layout } = embeddedServer({ dataDir, port: undefined, maxConnections: 1 });
  const folder = mkdtempSync(path.join(tmpdir(), 'lacre-standby-'));
  chmodSync(folder, 0o755);
  const data = path.join(folder, 'cluster');
  // The standby has no Unix socket.
  const primary = byTcp(url);
  await takeBaseBackup(url, realpathSync(layout.data), data);
  const own = {
    host: primary.hostname,
    port: primary.port,
    user: primary.username,
    password: decodeURIComponent(primary.password),
  };
  const connection = Object.entries(own).map(([name, value]) => `${name}=${value}`);
  writeFileSync(path.join(data, 'standby.signal'), '');
  const port = await freePort();
  if (account) giveTo(data, account);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 300,
    primary_conninfo: connection.join(' '),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(native.postgres, ['-D', data, ...options], { ...account, cwd: '/', stdio: 'ignore' });
  primary.port = String(port);
  await untilReady(primary.href, () => child.exitCode !== null);
  return {
    connectionString: primary.href,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Copies the data directory of a server that runs, by the low-level functions of PostgreSQL: npm brings no
 * `pg_basebackup`.
 *
 * @param from its data directory, as this process reaches it
 */
export async function takeBaseBackup(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    cpSync(from, to, {
      recursive: true,
      filter: (source) => path.dirname(source) !== from || !LEFT_OUT.test(path.basename(source)),
    });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    for (const name of ['pg_wal', 'pg_replslot'])
      cpSync(path.join(from, name), path.join(to, name), { recursive: true });
  } finally {
    await client.end();
  }
}

function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  chmodSync(folder, 0o700);
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, name), uid, gid);
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (hasEnded() || Date.now() > giveUpAt) throw new Error('the standby did not start', { cause: error });
      await sleep(50);
    }
  }
}
