import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort, goProgram, NoGoProgram } from '@lacre/test-support';

/** An S3 service over a folder, Apache-2.0: https://github.com/versity/versitygw */
const VERSITYGW = {
  name: 'versitygw',
  package: 'github.com/versity/versitygw/cmd/versitygw',
  version: 'v1.8.0',
};

/** `S3_SERVER_PATH`, or built from the Go module proxy. @throws NoGoProgram */
export const s3ServerPath = async (): Promise<string> =>
  process.env['S3_SERVER_PATH'] || goProgram(VERSITYGW);

/**
 * Registers tests that need an S3 server, or says that they are left out; where `CI` is set that is a failure.
 */
export async function withS3Server(what: string, register: (binary: string) => void): Promise<void> {
  let binary: string;
  try {
    binary = await s3ServerPath();
  } catch (error) {
    if (!(error instanceof NoGoProgram) || process.env['CI']) throw error;
    console.warn(`left out: ${what} (${error.message})`);
    return;
  }
  register(binary);
}

const STARTS_WITHIN_MS = 20_000;

/** A real S3 server of one test's own, which may be ended and started again on the same port with what it holds. */
export class S3Server {
  readonly accessKeyId = 'lacre-test';
  readonly secretAccessKey = 'lacre-test-secret';
  readonly region = 'sa-east-1';
  readonly #binary: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'lacre-s3-'));
  #port = 0;
  #process: ChildProcess | undefined;

  private constructor(binary: string) {
    this.#binary = binary;
  }

  static async start(binary: string): Promise<S3Server> {
    const server = new S3Server(binary);
    for (const name of ['buckets', 'attributes']) mkdirSync(join(server.#folder, name));
    await server.start();
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get credentials(): { accessKeyId: string; secretAccessKey: string } {
    return { accessKeyId: this.accessKeyId, secretAccessKey: this.secretAccessKey };
  }

  /** `S3_URL` of a bucket there. */
  url(bucket: string, prefix = ''): string {
    return `s3://${bucket}/${prefix}?endpoint=${this.endpoint}&region=${this.region}`;
  }

  /** As the product is given them. */
  environment(bucket: string): Record<string, string> {
    return {
      S3_URL: this.url(bucket),
      S3_ACCESS_KEY_ID: this.accessKeyId,
      S3_SECRET_ACCESS_KEY: this.secretAccessKey,
    };
  }

  /** The file of an object, to damage it. */
  fileOf(bucket: string, key: string): string {
    return join(this.#folder, 'buckets', bucket, key);
  }

  /** There from then on: a folder of the server's is a bucket. */
  makeBucket(name: string): string {
    mkdirSync(join(this.#folder, 'buckets', name));
    return name;
  }

  /** On a free port at first, on the same port ever after. */
  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    const keys = ['--access', this.accessKeyId, '--secret', this.secretAccessKey, '--region', this.region];
    const at = ['--port', `127.0.0.1:${this.#port}`];
    const over = ['posix', '--sidecar', join(this.#folder, 'attributes'), join(this.#folder, 'buckets')];
    const child = spawn(this.#binary, [...keys, ...at, ...over], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process = child;
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    for (const until = performance.now() + STARTS_WITHIN_MS; performance.now() < until; await sleep(25)) {
      if (child.exitCode !== null) break;
      // Without a signature it is refused, by a server that is there.
      if (
        await fetch(this.endpoint).then(
          () => true,
          () => false,
        )
      )
        return;
    }
    await this.stop();
    throw new Error(`the S3 server did not start:\n${told}`);
  }

  /** Ends it as a crash does. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
