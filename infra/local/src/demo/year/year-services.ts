import { registerCommandRoutes, startCommandWorkers, type CommandService } from '@lacre/command';
import type { DataOf, DomainEvent } from '@lacre/contracts';
import { buildPublicService } from '@lacre/http';
import { startDeliveries } from '@lacre/projector';
import { registerSignerRoutes, startSignerWorkers, type SignerContext } from '@lacre/signer';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import type { Foundation } from '../../foundation.ts';
import { DemoClient } from '../demo-client.ts';
import { DirectQueue } from './direct-queue.ts';
import { KeptMail } from './kept-mail.ts';
import { OpenWorkStore, type OpenItem } from './open-work.ts';
import { YearClock } from './year-clock.ts';

/** How the services of the year are put together: by the same functions as those of today, with other parts. */
export interface YearParts {
  foundation: Foundation;
  logger: Logger;
  publicUrl: string;
  openCommand: (foundation: Foundation, now: () => Date) => Promise<CommandService>;
  openSigner: (
    foundation: Foundation,
    now: () => Date,
  ) => Promise<SignerContext & { close(): Promise<void> }>;
}

/** A follow-up takes this long by the year's clock, milliseconds: about what it takes by a real one. */
const FOLLOW_UP_MS = 1_400;

type Claims = Awaited<ReturnType<FastifyInstance['claimsOf']>>;

/** What a token says, unverified: those that come in here were issued here a moment ago. */
function claimsOf(authorization = ''): Claims {
  const [, payload = ''] = authorization.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claims;
}

/**
 * The services over the installation's own log, files and keys, with a clock of their own that stands in the past. They
 * listen nowhere: who acts is called in process. What an act leads to (seals, credits, mails, deadlines) is done by the
 * product's own jobs, at the moment that the log asks for it, before the next act.
 */
export class YearServices {
  readonly clock: YearClock;
  readonly client: DemoClient;
  /** Of each process, as it was created. */
  readonly created = new Map<string, DataOf<'ProcessCreated'>>();
  readonly #queue = new DirectQueue();
  readonly #begun = new AsyncDisposableStack();
  #store!: OpenWorkStore;
  #app!: FastifyInstance;
  #command!: CommandService;

  private constructor(start: Date) {
    this.clock = new YearClock(start);
    this.client = new DemoClient((address, request) => this.#request(address, request), this.#mail);
  }

  readonly #mail = new KeptMail();

  static async open(parts: YearParts, start: Date): Promise<YearServices> {
    const services = new YearServices(start);
    await services.#open(parts);
    return services;
  }

  async #open({ foundation, logger, publicUrl, openCommand, openSigner }: YearParts): Promise<void> {
    const { now } = this.clock;
    this.#store = new OpenWorkStore(foundation.eventStore, (event) => this.#note(event));
    const own: Foundation = {
      ...foundation,
      eventStore: this.#store,
      workQueue: this.#queue,
      mailer: this.#mail,
      sms: undefined,
    };
    const command = await openCommand(own, now);
    this.#command = command;
    this.#begun.defer(() => command.close());
    const signer = await openSigner(own, now);
    this.#begun.defer(() => signer.close());
    const app = await buildPublicService({ logger, trustedProxies: 0 });
    app.decorate('callers', command.callers);
    app.decorate('claimsOf', async ({ headers }) => claimsOf(headers.authorization));
    await app.register(
      async (api) => {
        await api.register((scope) => registerCommandRoutes(scope, command));
        await api.register((scope) => registerSignerRoutes(scope, signer));
      },
      { prefix: '/api' },
    );
    await app.ready();
    this.#app = app;
    this.#begun.defer(() => app.close());
    const { proofSecret } = foundation.secrets;
    const workers = await Promise.all([
      startCommandWorkers(command, this.#queue),
      startSignerWorkers(signer),
      startDeliveries({
        eventStore: this.#store,
        mailer: this.#mail,
        logger,
        publicUrl,
        proofSecret,
        now,
        queue: this.#queue,
      }),
    ]);
    for (const worker of workers) this.#begun.defer(() => worker.stop());
  }

  /** What is appended to it is followed up. */
  get log(): OpenWorkStore {
    return this.#store;
  }

  /** Does what becomes due until then, each at its moment, and turns the clock to it. */
  async liveUntil(moment: Date): Promise<void> {
    for (;;) {
      const [next] = this.#store.dueBy(moment);
      if (next === undefined) break;
      this.clock.turnTo(next.notBefore);
      await this.#followUp();
    }
    this.clock.turnTo(moment);
  }

  close(): Promise<void> {
    return this.#begun.disposeAsync();
  }

  async #request(address: string, init: RequestInit): Promise<Response> {
    const request = new Request(`http://localhost/api${address}`, init);
    const { statusCode, rawPayload, headers } = await this.#app.inject({
      method: request.method as 'GET' | 'POST',
      url: `/api${address}`,
      headers: Object.fromEntries(request.headers),
      ...(init.body === undefined ? {} : { payload: Buffer.from(await request.arrayBuffer()) }),
    });
    if (!this.clock.isAhead) {
      await this.#command.background.settled();
      await this.#followUp();
    }
    const kept = [headers['set-cookie'] ?? []].flat();
    return new Response(statusCode === 204 ? null : Uint8Array.from(rawPayload), {
      status: statusCode,
      headers: kept.map((cookie): [string, string] => ['set-cookie', cookie]),
    });
  }

  /** Everything that is due, and what follows from it. @throws when something cannot be done */
  async #followUp(): Promise<void> {
    for (;;) {
      const due = this.#store.dueBy(this.clock.now());
      if (due.length === 0) return;
      this.clock.turnOn(FOLLOW_UP_MS);
      await Promise.all(due.map((item) => this.#do(item)));
      const left = new Set(this.#store.dueBy(this.clock.now()).map(({ kind, key }) => `${kind}:${key}`));
      const undone = due.find(({ kind, key }) => left.has(`${kind}:${key}`));
      if (undone !== undefined) throw new Error(`${undone.kind} ${undone.key} was done and is still open`);
    }
  }

  async #do({ kind, key, payload }: OpenItem): Promise<void> {
    await this.#queue.publish(kind, payload, { dedupeKey: `${kind}:${key}` });
  }

  #note(event: { type: string; data: unknown }): void {
    const { type, data } = event as DomainEvent;
    if (type === 'ProcessCreated') this.created.set(data.processId, data);
  }
}
