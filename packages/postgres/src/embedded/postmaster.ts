import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, realpathSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ClusterLayout } from './cluster-layout.ts';
import type { NativeDistribution } from './native-distribution.ts';
import { isAlive, isPostmaster } from './process-liveness.ts';
import type { ServerAccount } from './server-account.ts';

/** A running server, by its pid file. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Folder of its Unix socket; undefined where it has none. */
  socketFolder: string | undefined;
  ready: boolean;
}

/** Crash recovery replays the log since the last checkpoint: minutes at worst, not seconds. */
const readyTimeoutMs = 300_000;
const stopTimeoutMs = 60_000;
/** A pid file that has been empty for longer is stale. */
const EMPTY_PID_FILE_MS = 5000;
const serverLogLimitBytes = 10_000_000;
/** What a socket's address holds with its final NUL, bytes: 104 on macOS, 108 on Linux (`sun_path`). */
const SOCKET_PATH_BYTES = 104;

/** The server that holds this data directory, if one runs. */
export function findPostmaster(layout: Pick<ClusterLayout, 'data'>): Postmaster | undefined {
  const found = readPidFile(layout);
  return found && isPostmaster(found.pid) ? found : undefined;
}

/** Waits until the server that holds the data directory takes connections; undefined when it ends first. */
export async function waitUntilReady(layout: ClusterLayout): Promise<Postmaster | undefined> {
  const giveUpAt = Date.now() + readyTimeoutMs;
  while (Date.now() < giveUpAt) {
    const found = findPostmaster(layout);
    if (!found) return undefined;
    if (found.ready) return found;
    await sleep(10);
  }
  throw new Error(
    `Postgres in ${layout.data} did not become ready in ${readyTimeoutMs} ms; see ${layout.serverLog}`,
  );
}

/**
 * Starts a server and waits until it takes connections.
 *
 * The server gets a session of its own, so that Ctrl-C in a terminal reaches Node only and Node stops it in order, and
 * writes to a file, so that it outlives a Node that is killed.
 *
 * @throws PostmasterStartError when it ends before it is ready, with the end of what it wrote.
 */
export async function startPostmaster(
  layout: ClusterLayout,
  native: NativeDistribution,
  account: ServerAccount | undefined,
  settings: { port: number; maxConnections: number; further: Readonly<Record<string, string>> },
): Promise<Postmaster> {
  removeForeignPidFile(layout);
  const logStart = openServerLog(layout);
  const output = openSync(layout.serverLog, 'a', 0o600);
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolderFor(layout),
    port: settings.port,
    max_connections: settings.maxConnections,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings.further,
  };
  const child = spawn(
    native.postgres,
    [
      '-D',
      realpathSync(layout.data),
      ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...account,
      cwd: '/',
      detached: true,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: ['ignore', output, output],
    },
  );
  closeSync(output);
  const outcome: { ended?: string } = {};
  child.once('error', (error) => (outcome.ended = error.message));
  child.once('exit', (code, signal) => (outcome.ended = `exit ${signal ?? code}`));
  child.unref();
  while (outcome.ended === undefined) {
    const found = findPostmaster(layout);
    if (found?.pid === child.pid && found?.ready) return found;
    await sleep(10);
  }
  throw new PostmasterStartError(
    outcome.ended,
    readFileSync(layout.serverLog).subarray(logStart).toString('utf8').trim(),
  );
}

/** The data directory, which only the server's account enters; empty where a path of it would be too long for a socket. */
function socketFolderFor(layout: ClusterLayout): string {
  const folder = realpathSync(layout.data);
  return Buffer.byteLength(socketPath(folder, 65_535)) < SOCKET_PATH_BYTES ? folder : '';
}

const socketPath = (folder: string, port: number): string => path.join(folder, `.s.PGSQL.${port}`);

/** A server that ended before it was ready. */
export class PostmasterStartError extends Error {
  readonly output: string;

  constructor(reason: string, output: string) {
    super(`Postgres did not start (${reason})\n${output.slice(-2000)}`);
    this.name = 'PostmasterStartError';
    this.output = output;
  }

  /** The port belongs to another program. */
  get portTaken(): boolean {
    return /could not bind|could not create any TCP\/IP sockets/.test(this.output);
  }

  /** Another server holds the data directory, or the children of a killed one have not all gone yet. */
  get dataDirectoryHeld(): boolean {
    return /lock file ".*" (already exists|is empty)|pre-existing shared memory block/.test(this.output);
  }
}

/** Fast shutdown: sessions are cut, transactions rolled back, a checkpoint written. Returns when the server is gone. */
export async function stopPostmaster(layout: ClusterLayout): Promise<void> {
  const running = findPostmaster(layout);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  const giveUpAt = Date.now() + stopTimeoutMs;
  while (Date.now() < giveUpAt) {
    if (findPostmaster(layout)?.pid !== running.pid) return;
    await sleep(10);
  }
  throw new Error(
    `Postgres (pid ${running.pid}) did not stop in ${stopTimeoutMs} ms; see ${layout.serverLog}`,
  );
}

/**
 * A pid file whose number now belongs to another program (after a reboot, or in a new container) makes Postgres refuse
 * to start for ever, since it only asks whether the number exists. A file that may name a running Postgres stays.
 */
function removeForeignPidFile(layout: ClusterLayout): void {
  const pid = readPidFile(layout)?.pid;
  if (pid !== undefined && isAlive(pid) && !isPostmaster(pid)) rmSync(pidFile(layout));
  else if (isLeftEmpty(pidFile(layout))) rmSync(pidFile(layout), { force: true });
}

/** A server writes its number at once after it has made the file: one that stays empty is of a start cut short. */
function isLeftEmpty(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_PID_FILE_MS;
}

function pidFile(layout: Pick<ClusterLayout, 'data'>): string {
  return path.join(layout.data, 'postmaster.pid');
}

/** Lines: pid, data directory, start time, port, socket folder, address, shared memory key, status (miscadmin.h). */
function readPidFile(layout: Pick<ClusterLayout, 'data'>): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(layout), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return {
    pid,
    port: Number(lines[3]),
    socketFolder: lines[4] || undefined,
    ready: lines[7]?.trim() === 'ready',
  };
}

/** Keeps the server's log from growing without end; returns where this start's output begins. */
function openServerLog(layout: ClusterLayout): number {
  const size = statSync(layout.serverLog, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= serverLogLimitBytes) return size;
  truncateSync(layout.serverLog, 0);
  return 0;
}
