import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

import { leaveOut } from './leave-out.ts';

/** `NATS_SERVER_PATH`, or the nats-server of the PATH (Debian keeps it in /usr/sbin), or undefined. */
export function natsServerPath(): string | undefined {
  const given = process.env['NATS_SERVER_PATH'];
  if (given) return given;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'nats-server')).find(isExecutable);
}

/** Registers tests that need a nats-server, or says that they are left out. */
export function withNatsServer(what: string, register: (binary: string) => void): void {
  const binary = natsServerPath();
  if (binary === undefined)
    leaveOut(what, 'nats-server: apt-get install nats-server, or set NATS_SERVER_PATH');
  else register(binary);
}

/** A nats-server with JetStream, of one test's own, on a port and in a folder of its own. */
export class NatsServer {
  readonly #binary: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'lacre-nats-'));
  #process: ChildProcess | undefined;
  #port = -1;

  readonly #settings: string | undefined;

  /** @param settings further ones, as in a file of the server's */
  constructor(binary: string, settings?: string) {
    this.#binary = binary;
    this.#settings = settings;
  }

  static async start(binary: string, settings?: string): Promise<NatsServer> {
    const server = new NatsServer(binary, settings);
    await server.start();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.#port}`;
  }

  /** On a free port at first, on the same port ever after. */
  async start(): Promise<void> {
    const where = ['-a', '127.0.0.1', '-p', String(this.#port), '-js', '-sd', this.#folder];
    if (this.#settings !== undefined) {
      const file = join(this.#folder, 'server.conf');
      writeFileSync(file, this.#settings);
      where.push('-c', file);
    }
    const child = spawn(this.#binary, where, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process = child;
    // A run that fails on the way leaves no server behind.
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    const log: string[] = [];
    for await (const line of createInterface(child.stderr)) {
      log.push(line);
      const listening = /Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(line);
      if (listening) this.#port = Number(listening[1]);
      if (line.includes('Server is ready')) {
        child.stderr.resume();
        return;
      }
    }
    throw new Error(`nats-server did not start:\n${log.join('\n')}`);
  }

  /** Ends it in good order, its files written. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Ends it as a crash does. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Removes all that it stored. Only while it is not running. */
  wipeFolder(): void {
    rmSync(join(this.#folder, 'jetstream'), { recursive: true, force: true });
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
