import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '@lacre/test-support';

import { codeIn, confirmationIn } from '../support/mailbox.ts';
import { until } from '../support/until.ts';
import { Database } from './database.ts';
import { BASE } from './debian-base.ts';
import type { Engine } from './engine.ts';
import { LACRE } from './images.ts';
import { NETWORK, runContainer, SUBNET } from './run-container.ts';
import { startNats, startS3 } from './stores.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Of the product's image. */
const USER = 10_001;
/** When a start is given up, on a machine that has much else to do. */
const STARTS_WITHIN_MS = 300_000;
/** How far the clocks of the second containers are ahead: Debian's libfaketime has them read another time. */
const AHEAD_S = 30;
const FAKE_CLOCK = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`;

export const SERVICES = [
  'command-1',
  'command-2',
  'query-1',
  'query-2',
  'projector-1',
  'projector-2',
  'signer-1',
  'signer-2',
  'page-1',
] as const;
export type ServiceName = (typeof SERVICES)[number];
const NATS = ['nats-1', 'nats-2', 'nats-3'] as const;

const CLOCK_AHEAD = {
  LD_PRELOAD: '/faketime.so',
  FAKETIME: `+${AHEAD_S}s`,
  // Time-outs are measured, not read from the clock.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
};

const programOf = (service: ServiceName): string => service.replace(/-\d$/, '');
const secret = (): string => randomBytes(32).toString('hex');

/**
 * The product as `compose.yaml` runs it, two of each service, on a network of its own: Postgres with a standby, three NATS
 * servers, S3, a mail server, and Caddy by the generated routes. Names lead to all containers of a service; the clocks of
 * its second are ahead.
 */
export class Composed {
  readonly origin: string;
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #port: number;
  readonly #mailPort: number;
  readonly #secrets: Record<string, string>;
  #database: Database | undefined;
  /** That lead to the files. */
  #bucket: Record<string, string> = {};
  #image: string;

  private constructor(
    engine: Engine,
    folder: string,
    { image, port, mailPort }: { image: string; port: number; mailPort: number },
  ) {
    this.#engine = engine;
    this.#folder = folder;
    this.#port = port;
    this.#image = image;
    this.#mailPort = mailPort;
    this.origin = `http://localhost:${port}`;
    const keys = [
      'DIGEST_KEY',
      'PROOF_SECRET',
      'IDENTITY_SECRET',
      'BLOB_MASTER_KEY',
      'PAYLOAD_KEY',
      'PERSONAL_DATA_KEYS',
    ];
    this.#secrets = Object.fromEntries(keys.map((name) => [name, secret()]));
  }

  /** @param image of the services at first; {@link upgradeService} takes others */
  static async start(engine: Engine, image: string): Promise<Composed> {
    const folder = await mkdtemp(join(engine.workFolder, 'composed-'));
    const ports = { port: await freePort(), mailPort: await freePort() };
    const composed = new Composed(engine, folder, { image, ...ports });
    const { all, given } = SUBNET;
    await engine.docker('network', 'create', `--subnet=${all}`, `--ip-range=${given}`, NETWORK);
    await composed.#startStores();
    await Promise.all(SERVICES.map((service) => composed.#create(service)));
    // Together: queries are ready when the projector has filled their tables.
    await Promise.all(SERVICES.map((service) => composed.startService(service)));
    await composed.#startProxy();
    return composed;
  }

  /** Files of documents and keys, as the containers have them at /data. */
  get dataDir(): string {
    return join(this.#folder, 'data');
  }

  /** What the operator's commands are given, in a container and on this machine. */
  get operatorVariables(): Record<string, string> {
    const { PAYLOAD_KEY: _payload, ...secrets } = this.#secrets;
    return { ...secrets, ...this.#bucket, DATABASE_URL: this.#database?.url ?? '' };
  }

  get #variables(): Record<string, string> {
    return {
      ...this.#secrets,
      ...this.#bucket,
      DATABASE_URL: this.#database?.url ?? '',
      NATS_URL: NATS.map((name) => `nats://${name}:4222`).join(','),
      SMTP_URL: 'smtp://mail:2525',
      PUBLIC_URL: this.origin,
      JWKS_URL: 'http://command:4400/.well-known/jwks.json',
      API_TOKENS_URL: 'http://command:4410/api-token',
      TRUSTED_PROXIES: '1',
      CREDITS_GRANT: '100000',
    };
  }

  async #startStores(): Promise<void> {
    const folder = this.#folder;
    const [database, bucket] = await Promise.all([
      Database.start(this.#engine, { folder, password: secret() }),
      startS3(this.#engine, { folder, secret: secret() }),
      this.#startMail(),
      ...NATS.map((name) => startNats(this.#engine, name, NATS)),
    ]);
    this.#database = database;
    this.#bucket = bucket;
  }

  /** Its program and its packages are those of this checkout. */
  async #startMail(): Promise<void> {
    await runContainer(this.#engine, 'mail', LACRE, {
      publish: [`${this.#mailPort}:8025`],
      mounts: [`${ROOT}:/checkout:ro`],
      flags: ['--user=0', '--no-healthcheck', '--entrypoint=node'],
      command: ['/checkout/tests/containers/mail-sink.ts'],
    });
  }

  /** As compose.yaml confines it. */
  async #create(service: ServiceName): Promise<void> {
    await mkdir(this.dataDir, { recursive: true });
    await chown(this.dataDir, USER, USER);
    const program = programOf(service);
    const isAhead = service.endsWith('-2');
    await runContainer(this.#engine, service, this.#image, {
      create: true,
      environment: { ...this.#variables, ...(isAhead ? CLOCK_AHEAD : {}) },
      mounts: [
        ...(program === 'command' || program === 'signer' ? [`${this.dataDir}:/data`] : []),
        ...(isAhead ? [`${FAKE_CLOCK}:/faketime.so:ro`] : []),
      ],
      flags: [
        '--read-only',
        '--tmpfs=/tmp',
        '--cap-drop=ALL',
        '--security-opt=no-new-privileges',
        `--network-alias=${program}`,
        '--init',
        '--restart=unless-stopped',
      ],
      command: [program],
    });
  }

  async #startProxy(): Promise<void> {
    const services = ['command', 'query', 'signer', 'page'];
    await runContainer(this.#engine, 'proxy', BASE, {
      publish: [`${this.#port}:8080`],
      mounts: ['/usr/bin/caddy:/usr/bin/caddy:ro', `${ROOT}/infra/proxy/caddy:/etc/caddy:ro`],
      environment: {
        HOME: '/tmp',
        LACRE_SITE: 'http://:8080',
        ...Object.fromEntries(services.map((name) => [`LACRE_${name.toUpperCase()}`, `${name}:4400`])),
      },
      flags: ['--read-only', '--tmpfs=/tmp', `--user=${USER}`, '--cap-drop=ALL'],
      command: ['caddy', 'run', '--config', '/etc/caddy/Caddyfile'],
    });
    await until('the proxy', async () => (await fetch(this.origin)).ok || undefined, STARTS_WITHIN_MS);
  }

  /** Resolves when it is ready. */
  async startService(name: ServiceName): Promise<void> {
    await this.#engine.docker('start', name);
    await this.untilReady(name);
  }

  /** By its probe, asked from this machine. */
  async untilReady(name: ServiceName): Promise<void> {
    const isReady = async () => (await fetch(`${await this.#internal(name, 4410)}/readyz`)).ok || undefined;
    await until(`${name} to be ready`, isReady, STARTS_WITHIN_MS).catch(async (error: unknown) => {
      throw new Error(`${name} is not ready:\n${await this.logOf(name)}`, { cause: error });
    });
  }

  /** What the image's own health check says of it, every ten seconds. */
  async healthOf(name: ServiceName): Promise<string | undefined> {
    return (await this.#engine.inspect(name)).State.Health?.Status;
  }

  /** What a program of Node's prints that runs in a service's container. */
  async printedIn(name: ServiceName, program: string): Promise<string> {
    return this.#engine.docker('exec', name, 'node', '--input-type=module', '--eval', program);
  }

  /** Where a container is reached from this machine. */
  async #internal(name: string, port: number): Promise<string> {
    const { Networks } = (await this.#engine.inspect(name)).NetworkSettings;
    return `http://${Networks[NETWORK]?.IPAddress}:${port}`;
  }

  /** SIGTERM. @returns the exit code */
  async stopService(name: ServiceName): Promise<number> {
    await this.#engine.docker('stop', '--time', '40', name);
    return (await this.#engine.inspect(name)).State.ExitCode;
  }

  /** SIGTERM, and another container in its place. @returns the exit code of the former */
  async upgradeService(name: ServiceName, image: string): Promise<number> {
    const status = await this.stopService(name);
    await this.#engine.docker('rm', name);
    this.#image = image;
    await this.#create(name);
    await this.startService(name);
    return status;
  }

  /** The standby takes the place of the database's server, which does not come back. */
  async cutOffDatabase(): Promise<void> {
    await this.#database?.cutOff();
  }

  async failOver(): Promise<void> {
    await this.#database?.failOver();
  }

  /** SIGKILL for an engine; {@link revive} starts it again where it stood. */
  async kill(name: string): Promise<void> {
    await this.#engine.docker('kill', name);
  }

  async revive(name: string): Promise<void> {
    await this.#engine.docker('start', name);
  }

  async disconnect(name: ServiceName): Promise<void> {
    await this.#engine.docker('network', 'disconnect', NETWORK, name);
  }

  async connect(name: ServiceName): Promise<void> {
    await this.#engine.docker('network', 'connect', '--alias', programOf(name), NETWORK, name);
  }

  /** The NATS server that leads the cluster's JetStream. */
  async natsLeader(): Promise<string> {
    return until('a leader of JetStream', async () => {
      for (const name of NATS) {
        // One of them may be down.
        const reply = await this.#internal(name, 8222)
          .then((origin) => fetch(`${origin}/jsz`))
          .catch(() => undefined);
        if (reply === undefined) continue;
        const { meta_cluster: cluster } = (await reply.json()) as { meta_cluster?: { leader?: string } };
        if (cluster?.leader) return cluster.leader;
      }
      return undefined;
    });
  }

  /** A command of the operator's, in the image. @throws Error with what it said, unless it ends with 0 */
  async operate(...command: readonly string[]): Promise<string> {
    return this.#engine.docker(
      'run',
      '--rm',
      `--network=${NETWORK}`,
      '--read-only',
      '--tmpfs=/tmp',
      `--volume=${this.dataDir}:/data`,
      ...Object.entries(this.#variables).map(([key, value]) => `--env=${key}=${value}`),
      LACRE,
      ...command,
    );
  }

  async logOf(name: string): Promise<string> {
    return this.#engine.logs(name);
  }

  async #textsTo(address: string): Promise<string[]> {
    const reply = await fetch(`http://127.0.0.1:${this.#mailPort}/?to=${encodeURIComponent(address)}`);
    return ((await reply.json()) as { text: string }[]).map(({ text }) => text);
  }

  /** The secret of the link that confirms an address. */
  confirmationTo(address: string): Promise<string> {
    return until('the mail that confirms the address', async () =>
      (await this.#textsTo(address)).map(confirmationIn).find((found) => found !== undefined),
    );
  }

  /** The newest code that was sent to an address. */
  codeTo(address: string): Promise<string> {
    return until('the mail with the code', async () =>
      (await this.#textsTo(address)).map(codeIn).findLast((found) => found !== undefined),
    );
  }
}
