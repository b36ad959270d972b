import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { paths, type OperationName } from '@lacre/contracts/paths';
import { startMailServer, type MailServer } from '@lacre/mailer/testing';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { freePort, portOf } from '@lacre/test-support';

import { until } from './until.ts';

export const SERVICES = ['command', 'query', 'projector', 'signer'] as const;
export type Service = (typeof SERVICES)[number];

const folderOf = (service: Service): string =>
  fileURLToPath(new URL(`../../services/${service}/src`, import.meta.url));

interface Running {
  child: ChildProcess;
  internal: string;
  lines: string[];
}

/** The four services as processes of their own, on one database, behind one origin. */
export class SeparateServices {
  readonly mail: MailServer;
  readonly #database: TestDatabase;
  readonly #folder: string;
  readonly #running = new Map<Service, Running>();
  #environment: Record<string, string> = {};
  #front: Server | undefined;

  private constructor(mail: MailServer, database: TestDatabase, folder: string) {
    this.mail = mail;
    this.#database = database;
    this.#folder = folder;
  }

  /** Ready once all four say so. @param environment given to each beside what it needs */
  static async start(environment: Record<string, string>): Promise<SeparateServices> {
    const folder = await mkdtemp(join(tmpdir(), 'lacre-separate-'));
    const services = new SeparateServices(await startMailServer(), await createTestDatabase(), folder);
    try {
      await services.#start(environment);
      return services;
    } catch (error) {
      await services.dispose();
      throw error;
    }
  }

  get origin(): string {
    if (this.#front === undefined) throw new Error('it listens nowhere yet');
    return `http://localhost:${portOf(this.#front)}`;
  }

  /** What all of them are given. */
  get environment(): Readonly<Record<string, string>> {
    return this.#environment;
  }

  /** Where the service answers probes. */
  internal(service: Service): string {
    return this.#running.get(service)?.internal ?? '';
  }

  /** What the service wrote so far, line by line. */
  lines(service: Service): readonly string[] {
    return this.#running.get(service)?.lines ?? [];
  }

  async stop(service: Service): Promise<void> {
    const child = this.#running.get(service)?.child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }

  async dispose(): Promise<void> {
    this.#front?.closeAllConnections();
    this.#front?.close();
    await Promise.all(SERVICES.map((service) => this.stop(service)));
    await this.mail.close();
    await this.#database.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #start(environment: Record<string, string>): Promise<void> {
    const ports = Object.fromEntries(
      await Promise.all(SERVICES.map(async (service) => [service, [await freePort(), await freePort()]])),
    ) as Record<Service, [port: number, internal: number]>;
    await this.#listen((service) => ports[service][0]);
    const secret = () => randomBytes(32).toString('hex');
    const shared = {
      DATABASE_URL: this.#database.connectionString,
      DATA_DIR: this.#folder,
      PUBLIC_URL: this.origin,
      SMTP_URL: this.mail.url,
      JWKS_URL: `http://localhost:${ports.command[0]}/.well-known/jwks.json`,
      API_TOKENS_URL: `http://localhost:${ports.command[1]}/api-token`,
      BLOB_MASTER_KEY: secret(),
      PAYLOAD_KEY: secret(),
      PROOF_SECRET: secret(),
      DIGEST_KEY: secret(),
      IDENTITY_SECRET: secret(),
      PERSONAL_DATA_KEYS: secret(),
      ...environment,
    };
    this.#environment = shared;
    for (const service of SERVICES) {
      const [port, internal] = ports[service];
      this.#spawn(service, { ...shared, PORT: String(port), INTERNAL_PORT: String(internal) }, internal);
    }
    await Promise.all(SERVICES.map((service) => this.#untilReady(service)));
  }

  #spawn(service: Service, environment: Record<string, string>, internal: number): void {
    const child = spawn(process.execPath, [join(folderOf(service), 'main.ts')], {
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    let rest = '';
    const read = (chunk: Buffer): void => {
      const parts = (rest + chunk.toString()).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    this.#running.set(service, { child, internal: `http://localhost:${internal}`, lines });
  }

  async #untilReady(service: Service): Promise<void> {
    await until(
      `the ${service} service:\n${this.lines(service).join('\n')}`,
      async () => {
        const { child } = this.#running.get(service) as Running;
        if (child.exitCode !== null) throw new Error(this.lines(service).join('\n'));
        return (await fetch(`${this.internal(service)}/readyz`)).ok || undefined;
      },
      90_000,
    );
  }

  /** One origin, as a proxy gives it: each operation goes to the service that has its route. */
  async #listen(portOfService: (service: Service) => number): Promise<void> {
    const routes = routeTable();
    const front = createServer((incoming, answer) => {
      const found = routes.find(
        ({ method, pattern }) =>
          method === incoming.method && pattern.test((incoming.url ?? '').split('?')[0] ?? ''),
      );
      forward(incoming, answer, portOfService(found?.service ?? 'command'));
    });
    await new Promise<void>((resolve) => front.listen(0, 'localhost', resolve));
    this.#front = front;
  }
}

function routeTable() {
  const camel = (file: string): string =>
    basename(file, '.ts').replaceAll(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
  const parametersOf = (path: string): number => path.split('{').length - 1;
  return SERVICES.filter((service) => service !== 'projector')
    .flatMap((service) =>
      readdirSync(join(folderOf(service), 'routes'), { recursive: true, encoding: 'utf8' })
        .map(camel)
        .filter((name): name is OperationName => Object.hasOwn(paths, name))
        .map((name) => ({ service, method: paths[name].method, path: paths[name].path })),
    )
    .toSorted((a, b) => parametersOf(a.path) - parametersOf(b.path))
    .map(({ service, method, path }) => ({
      service,
      method,
      pattern: new RegExp(`^/api${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    }));
}

function forward(incoming: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ host: 'localhost', port, method, path, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  outgoing.on('error', () => answer.destroy());
  incoming.pipe(outgoing);
}
