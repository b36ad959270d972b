import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { paths } from '@lacre/contracts';
import { startMailServer, type MailServer, type ReceivedMail } from '@lacre/mailer/testing';
import { freePort } from '@lacre/test-support';

import { codeIn, confirmationIn } from './mailbox.ts';
import { until } from './until.ts';

export const SERVICES = ['command', 'query', 'projector', 'signer'] as const;
export type Service = (typeof SERVICES)[number];

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SECRET = 'ab'.repeat(32);
/** Where all cores are busy with other tests. */
const READY_WITHIN_MS = 240_000;

interface Route {
  method: string;
  pattern: RegExp;
  service: Service;
}

/** Which service answers which operation, by the files of its routes. */
function routes(): Route[] {
  const all = SERVICES.flatMap((service) =>
    globSync(`services/${service}/src/routes/**/*.ts`, { cwd: ROOT }).flatMap((file) => {
      const operation = /define(?:Route|Command)\(\s*'(\w+)'/.exec(
        readFileSync(join(ROOT, file), 'utf8'),
      )?.[1];
      const known = operation === undefined ? undefined : paths[operation as keyof typeof paths];
      if (known === undefined) return [];
      const pattern = new RegExp(`^/api${known.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return [{ method: known.method, pattern, service }];
    }),
  );
  // A name in the path goes before what may stand in its place.
  const open = ({ pattern }: Route): number => pattern.source.split('[^/]+').length;
  return all.toSorted((a, b) => open(a) - open(b));
}

/** The four services, each in a process of its own as in production, behind one address. */
export class ServicesApart {
  readonly origin: string;
  readonly #folder: string;
  #mails: MailServer;
  readonly #ports: Readonly<Record<Service, { port: number; internal: number }>>;
  readonly #variables: (service: Service) => Record<string, string>;
  readonly #flags: readonly string[];
  readonly #children = new Map<Service, ChildProcess>();
  readonly #said = new Map<Service, string>();
  readonly #front: Server;

  private constructor(options: {
    origin: string;
    folder: string;
    mails: MailServer;
    ports: Readonly<Record<Service, { port: number; internal: number }>>;
    variables: (service: Service) => Record<string, string>;
    flags: readonly string[];
  }) {
    this.#flags = options.flags;
    this.origin = options.origin;
    this.#folder = options.folder;
    this.#mails = options.mails;
    this.#ports = options.ports;
    this.#variables = options.variables;
    this.#front = this.#proxy();
  }

  /**
   * @param variables of one service, beside those that all have; `DATABASE_URL` above all
   * @param flags of Node, for each
   */
  static async create(
    variables: (service: Service) => Record<string, string>,
    flags: readonly string[] = [],
  ): Promise<ServicesApart> {
    const ports = {} as Record<Service, { port: number; internal: number }>;
    for (const service of SERVICES) ports[service] = { port: await freePort(), internal: await freePort() };
    const origin = `http://localhost:${await freePort()}`;
    const folder = await mkdtemp(join(tmpdir(), 'lacre-apart-'));
    return new ServicesApart({ origin, folder, mails: await startMailServer(), ports, variables, flags });
  }

  /** Resolves when each says that it is ready. */
  async start(): Promise<void> {
    this.#front.listen(Number(new URL(this.origin).port), 'localhost');
    await once(this.#front, 'listening');
    const [first, ...others] = SERVICES;
    // A new installation is begun by a service that may write to the log.
    this.#spawn(first);
    await this.#ready(first);
    for (const service of others) this.#spawn(service);
    await Promise.all(others.map((service) => this.#ready(service)));
  }

  /** What a service wrote: its log, and why it ended. */
  said(service: Service): string {
    return this.#said.get(service) ?? '';
  }

  readonly confirmation = (address: string): Promise<string> =>
    until('the link that confirms the address', () => this.#inMail(address, confirmationIn));

  readonly code = (address: string, after: number): Promise<string> =>
    until('the code in a mail', () => this.#inMail(address, codeIn, after));

  /** How many mails came so far. */
  get mailCount(): number {
    return this.mails.length;
  }

  /** All that came so far, in order. */
  get mails(): readonly ReceivedMail[] {
    return this.#mails.received;
  }

  /** Files of documents and keys, which the services share. */
  get dataDir(): string {
    return this.#folder;
  }

  /** What a service runs with, and so what an operator's command takes. */
  variablesOf(service: Service): Record<string, string> {
    return { ...this.#shared(service), ...this.#variables(service) };
  }

  /** Number of the service's process. */
  pid(service: Service): number {
    return this.#children.get(service)?.pid ?? 0;
  }

  /** What the service measures, in the text format of Prometheus. */
  async metrics(service: Service): Promise<string> {
    return (await fetch(`http://localhost:${this.#ports[service].internal}/metrics`)).text();
  }

  /** SIGKILL, and the service again: resolves when it is ready. */
  async killAndRestart(service: Service): Promise<void> {
    await this.#end(service, 'SIGKILL');
    this.#spawn(service);
    await this.#ready(service);
  }

  /** The mail server goes, for so long, and another comes at its port. */
  async mailServerAway(forMs: number): Promise<void> {
    const { received, url } = this.#mails;
    await this.#mails.close();
    await sleep(forMs);
    this.#mails = await startMailServer({ port: Number(new URL(url).port), received: [...received] });
  }

  /** SIGTERM to each. */
  async stop(): Promise<void> {
    await Promise.all(SERVICES.map((service) => this.#end(service, 'SIGTERM')));
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.#front.closeAllConnections();
    await new Promise((resolve) => this.#front.close(resolve));
    await this.#mails.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #inMail(
    address: string,
    find: (text: string) => string | undefined,
    after = 0,
  ): Promise<string | undefined> {
    const mails = this.mails.slice(after).filter(({ to }) => to === address);
    return mails
      .toReversed()
      .map(({ text }) => find(text))
      .find((found) => found !== undefined);
  }

  #shared(service: Service): Record<string, string> {
    const { port, internal } = this.#ports[service];
    const { command } = this.#ports;
    return {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      INTERNAL_PORT: String(internal),
      PUBLIC_URL: this.origin,
      DATA_DIR: this.#folder,
      SMTP_URL: this.#mails.url,
      JWKS_URL: `http://localhost:${command.port}/.well-known/jwks.json`,
      API_TOKENS_URL: `http://localhost:${command.internal}/api-token`,
      BLOB_MASTER_KEY: SECRET,
      PAYLOAD_KEY: SECRET,
      PROOF_SECRET: SECRET,
      DIGEST_KEY: SECRET,
      IDENTITY_SECRET: SECRET,
      PERSONAL_DATA_KEYS: SECRET,
      CNPJ_LOOKUP_URLS: 'off',
      CEP_LOOKUP_URLS: 'off',
      TRUSTED_PROXIES: '1',
    };
  }

  async #end(service: Service, signal: NodeJS.Signals): Promise<void> {
    const child = this.#children.get(service);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  #spawn(service: Service): void {
    const child = spawn(process.execPath, [...this.#flags, join(ROOT, `services/${service}/src/main.ts`)], {
      env: this.variablesOf(service),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const hear = (chunk: Buffer): void =>
      void this.#said.set(service, `${this.said(service)}${chunk.toString()}`.slice(-200_000));
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    this.#children.set(service, child);
  }

  async #ready(service: Service): Promise<void> {
    const address = `http://localhost:${this.#ports[service].internal}/readyz`;
    await until(
      `${service} ready`,
      async () => {
        const child = this.#children.get(service);
        if (child?.exitCode !== null) throw new Error(`ended: ${this.said(service)}`);
        return (await fetch(address)).ok ? true : undefined;
      },
      READY_WITHIN_MS,
    ).catch((error: unknown) => {
      throw new Error(`${service} is not ready:\n${this.said(service)}`, { cause: error });
    });
  }

  /** As a reverse proxy does it: by method and path, with the caller's address added. */
  #proxy(): Server {
    const known = routes();
    return createServer((incoming, outgoing) => {
      const { method = 'GET', url = '/', headers } = incoming;
      const path = url.split('?', 1)[0] ?? '';
      const route = known.find((each) => each.method === method && each.pattern.test(path));
      if (route === undefined) return void outgoing.writeHead(404).end();
      const { port } = this.#ports[route.service];
      const onward = request({ host: 'localhost', port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
  }
}
