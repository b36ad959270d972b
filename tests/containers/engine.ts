import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { TOOLS } from '../support/go-program.ts';

const run = promisify(execFile);

/** No rules of the machine's firewall are touched, and published ports are open to this machine alone. */
const CONFINED = [
  '--iptables=false',
  '--ip6tables=false',
  '--ip-forward=false',
  '--ip-masq=false',
  '--ip',
  '127.0.0.1',
];

/** No container can be started here. */
export class NoEngine extends Error {
  override readonly name = 'NoEngine';
}

/** A container engine of the tests' own: nothing of another one on this machine is seen or changed. */
export class Engine {
  readonly host: string;
  readonly #folder: string;
  readonly #daemon: ChildProcess;

  private constructor(folder: string, daemon: ChildProcess) {
    this.#folder = folder;
    this.#daemon = daemon;
    this.host = `unix://${folder}/docker.sock`;
  }

  /** @throws NoEngine */
  static async start(): Promise<Engine> {
    if (process.getuid?.() !== 0) throw new NoEngine('dockerd needs root');
    await run('dockerd', ['--version']).catch(() => {
      throw new NoEngine('dockerd is not installed (Debian: docker.io)');
    });
    const folder = await mkdtemp(join(tmpdir(), 'lacre-engine-'));
    mkdirSync(TOOLS, { recursive: true });
    const log = openSync(join(folder, 'log'), 'w');
    // Of one data root there can be one daemon: the next waits for the lock.
    const daemon = spawn(
      'flock',
      [
        '--no-fork',
        join(TOOLS, 'docker.lock'),
        'dockerd',
        ...CONFINED,
        `--data-root=${join(TOOLS, 'docker')}`,
        `--exec-root=${join(folder, 'exec')}`,
        `--pidfile=${join(folder, 'pid')}`,
        `--host=unix://${folder}/docker.sock`,
      ],
      { stdio: ['ignore', log, log] },
    );
    closeSync(log);
    const engine = new Engine(folder, daemon);
    while (daemon.exitCode === null) {
      const answers = await engine.docker('version').then(
        () => true,
        () => false,
      );
      if (answers) {
        await engine.#tidy();
        return engine;
      }
      await sleep(100);
    }
    const said = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').at(-1);
    throw new NoEngine(`dockerd ended: ${said}`);
  }

  /** What the command line client says. @throws Error with what went wrong */
  async docker(...args: readonly string[]): Promise<string> {
    const { stdout } = await run('docker', args, {
      env: { ...process.env, DOCKER_HOST: this.host, DOCKER_BUILDKIT: '0' },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.trim();
  }

  /** The last lines that a container wrote, to standard output and to standard error. */
  async logs(name: string): Promise<string> {
    const env = { ...process.env, DOCKER_HOST: this.host };
    const { stdout, stderr } = await run('docker', ['logs', '--tail=40', name], { env });
    return `${stdout}${stderr}`;
  }

  async hasImage(name: string): Promise<boolean> {
    return (await this.docker('image', 'ls', '--quiet', name)) !== '';
  }

  async stop(): Promise<void> {
    await this.#tidy();
    const ended = new Promise((resolve) => this.#daemon.once('exit', resolve));
    this.#daemon.kill('SIGTERM');
    await ended;
    // The daemon leaves a mount of its own behind.
    await run('umount', [join(this.#folder, 'exec', 'netns', 'default')]).catch(() => {});
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Containers and networks, also of a run that was killed. */
  async #tidy(): Promise<void> {
    const containers = (await this.docker('ps', '--all', '--quiet')).split('\n').filter(Boolean);
    if (containers.length > 0) await this.docker('rm', '--force', '--volumes', ...containers);
    await this.docker('network', 'prune', '--force');
  }
}
