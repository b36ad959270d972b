import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { silentLog, type Log } from '../log.ts';
import type { ClusterLayout } from './cluster-layout.ts';
import { clusterSocketString } from './cluster.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { isAlive } from './process-liveness.ts';
import { embeddedServer, ensureRunning, type EmbeddedServer } from './run-server.ts';

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster; the data lies in `<dataDir>/<major version>/`. */
  dataDir: string;
  /** Undefined or 0 = a free port, remembered so that the next start uses it again. */
  port?: number | undefined;
  maxConnections?: number | undefined;
  log?: Log | undefined;
}

/** A Postgres server that runs on this machine and listens on 127.0.0.1 only. */
export interface EmbeddedPostgres {
  /** URL with user and password, for `database` (default `postgres`). */
  connectionString: (database?: string) => string;
  port: number;
  /** Whether the server ran before this call, started by another process or by one that was killed. */
  attached: boolean;
  /**
   * Ends this caller's use. The server is shut down (fast shutdown) by its owner: the process that started it, or the
   * first that attached after the owner died.
   */
  stop: () => Promise<void>;
}

/** A server that was killed is back within this time and its own start-up time. */
const watchIntervalMs = 250;

/**
 * Starts a real Postgres from npm, or attaches to the one that already runs on this data directory, and keeps it
 * running (on the same port) until `stop`.
 *
 * An acknowledged commit survives SIGKILL of Node and of Postgres: fsync and synchronous_commit are on. The superuser's
 * password is random and kept in `<dataDir>/<major>/password`, mode 0600.
 *
 * @throws when the platform has no server package, the port asked for is taken, or the data directory cannot be made.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? silentLog;
  const { dataDir, port, maxConnections = 300 } = options;
  const server = embeddedServer({ dataDir, port, maxConnections });
  const { layout } = server;
  const running = await ensureRunning(server);
  const claim = `${process.pid} ${randomUUID()}`;
  const takeOver = (attached: boolean): void => {
    if (!attached || !ownerLives(layout)) writeOwner(layout, claim);
  };
  takeOver(running.attached);
  log.info(
    { port: running.port, pid: running.pid, attached: running.attached, dataDir: layout.root },
    'embedded Postgres is ready',
  );
  const stopWatching = keepRunning({ ...server, port: running.port }, takeOver, log);
  return {
    connectionString: (database = 'postgres') => clusterSocketString(layout, running, database),
    port: running.port,
    attached: running.attached,
    stop: async () => {
      await stopWatching();
      if (readOwner(layout) !== claim) return;
      await stopPostmaster(layout);
      rmSync(layout.ownerFile, { force: true });
      log.info({ dataDir: layout.root }, 'embedded Postgres has stopped');
    },
  };
}

/** Stops the server of this data directory, whichever process owns it. */
export async function stopEmbeddedPostgres(dataDir: string): Promise<void> {
  const { layout } = embeddedServer({ dataDir, port: undefined, maxConnections: 1 });
  await stopPostmaster(layout);
}

/** Starts the server again when it ended without being stopped. Returns the function that ends the watch. */
function keepRunning(
  server: EmbeddedServer,
  takeOver: (attached: boolean) => void,
  log: Log,
): () => Promise<void> {
  let repair: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (repair || findPostmaster(server.layout)) return;
    log.warn({ dataDir: server.layout.root }, 'embedded Postgres is gone: starting it again');
    repair = ensureRunning(server)
      .then(({ attached }) => takeOver(attached))
      .catch((error: unknown) => log.warn({ err: error }, 'embedded Postgres did not start again'))
      .finally(() => (repair = undefined));
  }, watchIntervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await repair;
  };
}

function readOwner(layout: ClusterLayout): string | undefined {
  try {
    return readFileSync(layout.ownerFile, 'utf8');
  } catch {
    return undefined;
  }
}

function ownerLives(layout: ClusterLayout): boolean {
  const pid = Number(readOwner(layout)?.split(' ')[0]);
  return pid > 0 && isAlive(pid);
}

function writeOwner(layout: ClusterLayout, claim: string): void {
  const draft = `${layout.ownerFile}.${process.pid}`;
  writeFileSync(draft, claim);
  renameSync(draft, layout.ownerFile);
}
