import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '@lacre/test-support';

const MAIN = fileURLToPath(new URL('../../infra/local/src/main.ts', import.meta.url));
/** The demonstration's year takes up to three minutes where all cores are busy with other tests. */
const START_TIMEOUT_MS = 240_000;

/** The whole product as `npm start` runs it, in a process of its own that a test may kill and start again. */
export class Lacre {
  readonly origin: string;
  readonly dataDir: string;
  readonly #port: number;
  readonly #environment: Record<string, string>;
  readonly #flags: readonly string[];
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(
    dataDir: string,
    port: number,
    environment: Record<string, string>,
    flags: readonly string[],
  ) {
    this.dataDir = dataDir;
    this.#port = port;
    this.#environment = environment;
    this.#flags = flags;
    this.origin = `http://localhost:${port}`;
  }

  /** With a data folder of its own, removed by `dispose`; `flags` as `npm start --` takes them. */
  static async create(
    environment: Record<string, string> = {},
    flags: readonly string[] = [],
  ): Promise<Lacre> {
    const dataDir = await mkdtemp(join(tmpdir(), 'lacre-test-'));
    // Postgres does not run as root: the account it runs as must be able to come in.
    await chmod(dataDir, 0o755);
    return new Lacre(dataDir, await freePort(), environment, flags);
  }

  /**
   * Another process of the same installation, beside this one, or instead of it with other variables: where both share a
   * database, they share everything.
   */
  async beside(environment = this.#environment): Promise<Lacre> {
    return new Lacre(this.dataDir, await freePort(), environment, this.#flags);
  }

  get output(): string {
    return this.#output;
  }

  /** Resolves when the address answers, and the demonstration is made where it was asked for. */
  async start(): Promise<void> {
    const child = spawn(
      process.execPath,
      [MAIN, '--data', this.dataDir, '--port', String(this.#port), ...this.#flags],
      {
        env: { ...process.env, NODE_OPTIONS: '', ...this.#environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#child = child;
    const ready = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => ready.reject(new Error(`not ready in time:\n${this.#output}`)),
      START_TIMEOUT_MS,
    );
    const read = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-20_000);
      if (/no ar em /.test(this.#output)) ready.resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code, signal) =>
      ready.reject(new Error(`ended (${code ?? signal}):\n${this.#output}`)),
    );
    this.#output = '';
    try {
      await ready.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Number of the process, while it runs. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** What the process holds of the machine's memory, megabytes of 2^20 bytes (Linux, proc(5)). */
  async residentMb(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** SIGKILL, as a power cut would: nothing gets to say goodbye. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }
}
