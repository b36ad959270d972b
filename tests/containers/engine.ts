import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** No container can be started here. */
export class NoEngine extends Error {
  override readonly name = 'NoEngine';
}

/** Of the engine's API, what is asked here. */
interface Inspected {
  State: { Status: string; ExitCode: number; Health?: { Status: string } };
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
}

/** The command line client, and whether it builds with BuildKit. */
interface DockerClient {
  program: string;
  buildKit: '0' | '1';
}

/** Since its release 23 the client needs a plugin for BuildKit. */
const HAS_BUILDKIT_UNTIL = 23;

/** A client with BuildKit, which builds stages side by side and keeps no image of each step; else any. @throws NoEngine */
async function findClient(): Promise<DockerClient> {
  let other: DockerClient | undefined;
  for (const program of ['docker', '/usr/bin/docker']) {
    const version = await run(program, ['--version']).catch(() => undefined);
    if (version === undefined) continue;
    const release = Number(/version (\d+)/.exec(version.stdout)?.[1]);
    const hasPlugin = run(program, ['buildx', 'version']).then(
      () => true,
      () => false,
    );
    if (release < HAS_BUILDKIT_UNTIL || (await hasPlugin)) return { program, buildKit: '1' };
    other ??= { program, buildKit: '0' };
  }
  if (other === undefined) throw new NoEngine('docker is not installed (Debian: docker.io)');
  return other;
}

/** A container engine that `run.ts` started: nothing of another one on this machine is seen or changed. */
export class Engine {
  /** For what containers are given; removed with the engine. */
  readonly workFolder: string;
  readonly #socket: string;
  readonly #client: DockerClient;

  private constructor(folder: string, client: DockerClient) {
    this.workFolder = join(folder, 'work');
    this.#socket = join(folder, 'docker.sock');
    this.#client = client;
  }

  /** @param folder of the daemon. @throws NoEngine without a client */
  static async at(folder: string): Promise<Engine> {
    return new Engine(folder, await findClient());
  }

  /** What the command line client says. @throws Error with what went wrong */
  async docker(...args: readonly string[]): Promise<string> {
    const { stdout } = await this.#run(args);
    return stdout.trim();
  }

  #run(args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
    const { program, buildKit } = this.#client;
    const env = { ...process.env, DOCKER_HOST: `unix://${this.#socket}`, DOCKER_BUILDKIT: buildKit };
    return run(program, args, { env, maxBuffer: 64 * 1024 * 1024 });
  }

  /** By the API: a process of the client for each question would keep a core busy while many wait. */
  async #ask(path: string): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    request({ socketPath: this.#socket, path }, (reply) => {
      if (reply.statusCode === 200) resolve(json(reply));
      else reject(new Error(`${path}: ${reply.statusCode}`));
      reply.once('error', reject).resume();
    })
      .once('error', reject)
      .end();
    return promise;
  }

  /** Which kind of storage the daemon found to work here. @throws Error while it does not answer */
  async storageDriver(): Promise<string> {
    return ((await this.#ask('/info')) as { Driver: string }).Driver;
  }

  async inspect(container: string): Promise<Inspected> {
    return (await this.#ask(`/containers/${container}/json`)) as Inspected;
  }

  /** SIGKILL for every process of a container before one of them sees another end, as when a machine is lost; removes it. */
  async loseContainer(container: string): Promise<void> {
    await this.docker('pause', container);
    const [, ...processes] = (await this.docker('top', container, '-eo', 'pid')).split('\n');
    for (const id of processes) process.kill(Number(id), 'SIGKILL');
    // Which has what is still paused go on, to its end.
    await this.docker('rm', '--force', container);
  }

  /** The last lines that a container wrote, to standard output and to standard error. */
  async logs(container: string): Promise<string> {
    const { stdout, stderr } = await this.#run(['logs', '--tail=40', container]);
    return `${stdout}${stderr}`;
  }

  async hasImage(name: string): Promise<boolean> {
    return (await this.docker('image', 'ls', '--quiet', name)) !== '';
  }

  /** In place of the image of the same repository that was there. */
  async build(name: string, ...args: readonly string[]): Promise<void> {
    const [repository = ''] = name.split(':');
    const former = await this.docker('image', 'ls', '--quiet', repository);
    await this.docker('build', '--network=host', `--tag=${name}`, ...args);
    const kept = await this.docker('image', 'ls', '--quiet', name);
    const outdated = former.split('\n').filter((id) => id !== '' && id !== kept);
    if (outdated.length > 0) await this.docker('image', 'rm', '--force', ...outdated);
  }

  /** Ends and removes containers and networks, also of a run that was killed. */
  async tidy(): Promise<void> {
    const containers = (await this.docker('ps', '--all', '--quiet')).split('\n').filter(Boolean);
    if (containers.length > 0) await this.docker('rm', '--force', '--volumes', ...containers);
    await this.docker('network', 'prune', '--force');
  }
}
