import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { toolsFolder } from '@lacre/test-support';

import { Engine, NoEngine } from './engine.ts';

const run = promisify(execFile);

/** Kept from run to run: images, and what builds of them are made of. */
const DATA = join(toolsFolder(), 'docker');
/** Everything else of the one daemon that {@link DATA} can have; sockets need a short path. */
const FOLDER = join(tmpdir(), `lacre-engine-${createHash('sha256').update(DATA).digest('hex').slice(0, 8)}`);
/** One run at a time on a machine: the addresses of containers are the same in all. */
const LOCK = join(tmpdir(), 'lacre-engine.lock');
const PID_FILE = join(FOLDER, 'pid');
const LOG = join(FOLDER, 'log');
const CONFIGURATION = join(FOLDER, 'daemon.json');

const STARTS_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 30_000;

/** No rule of the machine's firewall and no bridge of its own; published ports are open to this machine alone. */
const CONFIGURED = {
  iptables: false,
  ip6tables: false,
  'ip-forward': false,
  'ip-masq': false,
  ip: '127.0.0.1',
  bridge: 'none',
  'data-root': DATA,
  'exec-root': join(FOLDER, 'exec'),
  pidfile: PID_FILE,
  hosts: [`unix://${FOLDER}/docker.sock`],
  builder: { gc: { enabled: true, defaultKeepStorage: '4GB' } },
};

/** The container engine of the tests, which ends with the process that started it, however that ends. */
export class Daemon {
  readonly folder = FOLDER;
  readonly #process: ChildProcess;
  readonly #lock: number;

  private constructor(daemon: ChildProcess, lock: number) {
    this.#process = daemon;
    this.#lock = lock;
  }

  /** Waits for a run that has it, and takes away what one that was killed left. @throws NoEngine */
  static async start(): Promise<Daemon> {
    if (process.getuid?.() !== 0) throw new NoEngine('dockerd needs root');
    await run('dockerd', ['--version']).catch(() => {
      throw new NoEngine('dockerd is not installed (Debian: docker.io)');
    });
    const engine = await Engine.at(FOLDER);
    mkdirSync(DATA, { recursive: true });
    const lock = takeLock();
    await endFormer();
    const wasKilled = existsSync(FOLDER);
    mkdirSync(FOLDER, { recursive: true });
    rmSync(PID_FILE, { force: true });
    writeFileSync(CONFIGURATION, JSON.stringify(CONFIGURED));
    const log = openSync(LOG, 'w');
    // In a group of its own, so that who ends the run's group leaves it to the run to end it.
    const daemon = new Daemon(
      spawn('setpriv', ['--pdeathsig=TERM', 'dockerd', `--config-file=${CONFIGURATION}`], {
        stdio: ['ignore', log, log],
        detached: true,
      }),
      lock,
    );
    closeSync(log);
    try {
      const driver = await daemon.#untilAnswers(engine);
      console.log(`container engine: storage by ${driver}`);
      await engine.tidy();
      // A build that was cut off may have noted what it did not write.
      if (wasKilled) await engine.docker('builder', 'prune', '--all', '--force');
      rmSync(engine.workFolder, { recursive: true, force: true });
      mkdirSync(engine.workFolder);
    } catch (error) {
      await daemon.#end();
      throw error;
    }
    return daemon;
  }

  async #untilAnswers(engine: Engine): Promise<string> {
    const deadline = performance.now() + STARTS_WITHIN_MS;
    while (this.#process.exitCode === null && performance.now() < deadline) {
      const driver = await engine.storageDriver().catch(() => undefined);
      if (driver !== undefined) return driver;
      await sleep(100);
    }
    const ended = this.#process.exitCode === null ? 'does not answer' : 'ended';
    throw new NoEngine(`dockerd ${ended}: ${this.lastLines(1)}`);
  }

  /** Of its log. */
  lastLines(count: number): string {
    return readFileSync(LOG, 'utf8').trim().split('\n').slice(-count).join('\n');
  }

  /** With its containers, networks, mounts and folder; images stay. */
  async stop(): Promise<void> {
    try {
      const engine = await Engine.at(FOLDER);
      await engine.tidy();
    } finally {
      await this.#end();
    }
  }

  async #end(): Promise<void> {
    await endProcess(this.#process.pid ?? 0);
    for (const mount of mountsWithin(FOLDER, DATA)) await run('umount', ['--lazy', mount]);
    rmSync(FOLDER, { recursive: true, force: true });
    closeSync(this.#lock);
  }
}

/** Held until it is closed, or this process ends. */
function takeLock(): number {
  const lock = openSync(LOCK, 'w');
  const take = (...how: string[]) =>
    spawnSync('flock', [...how, '3'], { stdio: ['ignore', 'inherit', 'inherit', lock] }).status;
  if (take('--nonblock') !== 0) {
    console.log('waiting for another run of these tests to end');
    if (take() !== 0) throw new Error(`${LOCK} was not given up`);
  }
  return lock;
}

/** The daemon of a run that was killed, which may be ending. */
async function endFormer(): Promise<void> {
  const pid = Number(readIfThere(PID_FILE));
  if (pid > 0 && readIfThere(`/proc/${pid}/cmdline`).includes(CONFIGURATION)) await endProcess(pid);
}

/** SIGTERM, and SIGKILL when that is not enough. */
async function endProcess(pid: number): Promise<void> {
  const hasEnded = () => ['', 'Z'].includes(/\) (\w)/.exec(readIfThere(`/proc/${pid}/stat`))?.[1] ?? '');
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const deadline = performance.now() + ENDS_WITHIN_MS;
    if (!hasEnded()) process.kill(pid, signal);
    while (!hasEnded() && performance.now() < deadline) await sleep(50);
    if (hasEnded()) return;
  }
  throw new Error(`dockerd (process ${pid}) does not end`);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The innermost first. */
const mountsWithin = (...folders: string[]): string[] =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((mount) => folders.some((folder) => `${mount}/`.startsWith(`${folder}/`)))
    .toReversed();
