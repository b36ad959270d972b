import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { freePort } from '@lacre/test-support';

import { until } from './until.ts';

/** Debian keeps it in /usr/sbin. */
export function pgbouncerPath(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A pooler of transactions before one server, with fewer connections than those who use it. */
export class PgBouncer {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
  }

  /** @param server address of a database of the server, whose user every client connects as */
  static async start(binary: string, server: string): Promise<PgBouncer> {
    const { hostname, port, username, password, pathname } = new URL(server);
    const folder = await mkdtemp(join(tmpdir(), 'lacre-pgbouncer-'));
    const own = await freePort();
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(
      file,
      `[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 6
`,
    );
    // It refuses to run as root.
    await chmod(folder, 0o755);
    const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
    const child = spawn(binary, [...user, '--quiet', file], { stdio: 'ignore' });
    const bouncer = new PgBouncer(`postgres://anybody@127.0.0.1:${own}${pathname}`, child, folder);
    await until('PgBouncer', async () => {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
      const socket = connect(own, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
      return true;
    });
    return bouncer;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
    await rm(this.#folder, { recursive: true });
  }
}
