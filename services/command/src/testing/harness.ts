import { createHash, randomUUID } from 'node:crypto';

import { MemoryBlobStore } from '@lacre/blob-store';
import {
  schemaVersionOf,
  streams,
  type AnswerOf,
  type BodyOf,
  type DomainEvent,
  type Role,
} from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';
import type { EventStore, JsonObject, RecordedEvent } from '@lacre/event-store';
import { appendToEnd } from '@lacre/event-store/testing';
import { mailboxSchema, openMailbox, type MailMessage, type SmsMessage } from '@lacre/mailer';
import { openSecrets } from '@lacre/personal-data/secrets';
import { openTestLog, TEST_MASTER_KEY } from '@lacre/personal-data/testing';
import { createPool, migrate } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import { issueProof, type ProofClaims } from '@lacre/proofs';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import pino from 'pino';

import { buildCommandApp } from '../app.ts';
import { createCommandService, type CommandDependencies, type CommandService } from '../service.ts';

const PROOF_SECRET = Buffer.alloc(32, 7);
let running = 0;

export interface Reply<Answer = Record<string, unknown>> {
  status: number;
  body: Answer & { code?: string };
  headers: Record<string, string | string[] | number | undefined>;
}

interface SendOptions {
  token?: string | undefined;
  key?: string | undefined;
  headers?: Record<string, string>;
  /** The caller's address. Default 127.0.0.1. */
  from?: string;
}

/** The command service over a real database, driven through its HTTP interface. */
export class Harness {
  readonly app: FastifyInstance;
  readonly service: CommandService;
  readonly dependencies: CommandDependencies;
  readonly eventStore: EventStore;
  readonly pool: Pool;
  readonly mails: MailMessage[];
  readonly texts: SmsMessage[];
  readonly logged: string[];
  readonly #dispose: () => Promise<void>;

  private constructor(parts: HarnessParts) {
    this.app = parts.app;
    this.service = parts.service;
    this.dependencies = parts.dependencies;
    this.eventStore = parts.eventStore;
    this.pool = parts.pool;
    this.mails = parts.mails;
    this.texts = parts.texts;
    this.logged = parts.logged;
    this.#dispose = parts.dispose;
  }

  static async start(overrides: Partial<CommandDependencies> = {}): Promise<Harness> {
    const { connectionString, drop } = await createTestDatabase();
    const pool = createPool(connectionString, { max: 10, applicationName: 'command-test' });
    const logPool = createPool(connectionString, { max: 10, applicationName: 'command-test-log' });
    const log = await openTestLog(logPool);
    const { eventStore, personalData } = log;
    await migrate(pool, mailboxSchema);
    const mailbox = openMailbox(pool);
    const mails: MailMessage[] = [];
    const texts: SmsMessage[] = [];
    const logged: string[] = [];
    const dependencies: CommandDependencies = {
      eventStore,
      personalData,
      pool,
      mailer: {
        async send(mail) {
          await mailbox.send(mail);
          mails.push(mail);
        },
      },
      blobs: new MemoryBlobStore(),
      sms: {
        async send(text) {
          await mailbox.sms.send(text);
          texts.push(text);
        },
      },
      logger: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
      digestKey: Buffer.alloc(32, 1),
      proofSecret: PROOF_SECRET,
      identitySecret: [Buffer.alloc(32, 3)],
      publicUrl: 'http://127.0.0.1',
      secrets: await openSecrets(pool, [Buffer.from(TEST_MASTER_KEY)]),
      initialCredits: 100,
      takeOverPatienceMs: 2_000,
      ...overrides,
    };
    const service = await createCommandService(dependencies);
    const app = await buildCommandApp(service, { trustedProxies: 0 });
    const dispose = async () => {
      await app.close();
      await service.close();
      await log.close();
      await Promise.all([logPool.end(), pool.end()]);
      await drop();
    };
    return new Harness({ app, service, dependencies, eventStore, pool, mails, texts, logged, dispose });
  }

  stop(): Promise<void> {
    return this.#dispose();
  }

  async send<Answer = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    { token, key, headers, from = '127.0.0.1' }: SendOptions = {},
  ): Promise<Reply<Answer>> {
    const reply = await this.app.inject({
      method,
      url: `/api${url}`,
      remoteAddress: from,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const parsed = reply.body === '' ? {} : (JSON.parse(reply.body) as Answer & { code?: string });
    return { status: reply.statusCode, body: parsed as Answer & { code?: string }, headers: reply.headers };
  }

  registration(): BodyOf<'registerTenant'> {
    const n = ++running;
    return {
      tenant: { name: `Conta ${n}`, domain: `conta-${n}` },
      administrator: { name: `Ana ${n}`, email: `ana${n}@exemplo.com.br`, password: 'correta-senha' },
    };
  }

  /**
   * A new tenant, its administrator signed in.
   *
   * @param options.proven whether their address is confirmed by the link that was mailed. Default true
   */
  async tenant({ proven = true } = {}) {
    const registration = this.registration();
    const registered = await this.send<AnswerOf<'registerTenant'>>('POST', '/tenant', registration);
    const { email, password } = registration.administrator;
    const session = await this.send<AnswerOf<'signIn'>>('POST', '/session', { email, password });
    await this.service.background.settled();
    if (!proven) return { ...registered.body, token: session.body.token, registration };
    const mail = this.mails.findLast(({ to, text }) => to.address === email && text.includes('#verify='));
    // A test with a mail server of its own gets a link of the same kind without it.
    const { userId } = registered.body;
    const link =
      /#verify=([\w-]+)/.exec(mail?.text ?? '')?.[1] ??
      (await this.service.links.issue('verify-email', userId, email));
    await this.send('POST', '/session/email/confirm', { link }, { token: session.body.token });
    return { ...registered.body, token: session.body.token, registration };
  }

  /** A user of the tenant as if invited, signed in without a password. */
  async member(
    tenantId: string,
    role: Role,
    { companyIds, name = 'Leo' }: { companyIds?: readonly string[]; name?: string } = {},
  ): Promise<{ userId: string; token: string }> {
    const userId = randomUUID();
    await this.append(streams.user(userId), tenantId, {
      type: 'UserCreated',
      data: {
        userId,
        tenantId,
        name,
        email: `${userId}@exemplo.com.br`,
        role,
        ...(companyIds === undefined ? {} : { companyIds: [...companyIds] }),
      },
    });
    await this.pool.query(
      `insert into identity."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
       values ($1, $2, $3, true, now(), now())`,
      [userId, name, `${userId}@exemplo.com.br`],
    );
    const sessionId = randomUUID();
    await this.service.sessions.open({ sessionId, userId, method: 'password' }, {});
    const { token } = await this.service.identity.issueToken({
      kind: 'user',
      sub: userId,
      tenantId,
      role,
      name,
      sid: sessionId,
    });
    return { userId, token };
  }

  /** Writes an event into the log, past the service. */
  async append(stream: string, tenantId: string, { type, data }: DomainEvent): Promise<void> {
    const metadata = {
      occurredAt: new Date().toISOString(),
      correlationId: randomUUID(),
      schemaVersion: schemaVersionOf(type),
      tenantId,
      actor: { kind: 'system', name: 'test' },
    };
    const event = { id: randomUUID(), type, data: data as JsonObject, metadata };
    await appendToEnd(this.eventStore, stream, [event]);
  }

  async company(token: string, overrides: Partial<BodyOf<'createCompany'>> = {}): Promise<string> {
    const body = { cnpj: cnpjOf(++running), companyName: 'Padaria Real Ltda', ...overrides };
    return (await this.send<AnswerOf<'createCompany'>>('POST', '/company', body, { token })).body.companyId;
  }

  async person(token: string, overrides: Partial<BodyOf<'createPerson'>> = {}) {
    const n = ++running;
    const body = { cpf: cpfOf(n), name: `Rui ${n}`, email: `rui${n}@exemplo.com.br`, ...overrides };
    const { personId } = (await this.send<AnswerOf<'createPerson'>>('POST', '/person', body, { token })).body;
    return { personId, cpf: body.cpf, email: body.email };
  }

  /** A process of one document that Ana signs and Rui attests; of people who are there already when they are given. */
  async process(tenant: { tenantId: string; token: string }, people?: { ana: TestPerson; rui: TestPerson }) {
    const { token } = tenant;
    const ana = people?.ana ?? (await this.person(token));
    const rui = people?.rui ?? (await this.person(token));
    const body: BodyOf<'createProcess'> = {
      summary: 'Contrato',
      companyId: await this.company(token),
      documents: [{ proof: await this.proof(tenant.tenantId, 'a.pdf') }],
      participants: [
        { personId: ana.personId, part: 'signer' },
        { personId: rui.personId, part: 'attestant' },
      ],
    };
    const { processId, documents } = (
      await this.send<AnswerOf<'createProcess'>>('POST', '/process', body, { token })
    ).body;
    return { processId, documentId: documents[0]?.documentId ?? '', ana, rui };
  }

  /** What the signer service would answer an upload with. */
  proof(
    tenantId: string,
    name: string,
    content: string = name,
    filledFrom?: ProofClaims<'upload'>['filledFrom'],
  ): Promise<string> {
    const sha256 = sha256Of(content);
    return issueProof(
      'upload',
      {
        uploadId: randomUUID(),
        tenantId,
        userId: randomUUID(),
        name,
        mediaType: 'application/pdf',
        sha256,
        sourceSha256: sha256,
        sizeBytes: 1234,
        pages: 2,
        alreadySigned: false,
        filledFrom,
      },
      { secret: PROOF_SECRET, expiresInSeconds: 86_400, now: this.service.now() },
    );
  }

  /** What the signer service would answer a Word document with that is to be a template. */
  wordProof(tenantId: string, placeholders: readonly string[]): Promise<string> {
    const file = { name: 'Contrato.pdf', sizeBytes: 1234, pages: 2, placeholders: [...placeholders] };
    const [sha256, sourceSha256] = [sha256Of('mostrado'), sha256Of('documento')];
    return issueProof(
      'word-template',
      { ...file, sha256, sourceSha256, uploadId: randomUUID(), tenantId, userId: randomUUID() },
      { secret: PROOF_SECRET, expiresInSeconds: 86_400, now: this.service.now() },
    );
  }

  /** What the signer service would answer a face with. */
  faceProof(claims: Partial<ProofClaims<'face'>>, options: { secret?: Uint8Array; at?: Date } = {}) {
    const { secret = PROOF_SECRET, at = this.service.now() } = options;
    return issueProof(
      'face',
      {
        personId: randomUUID(),
        tenantId: randomUUID(),
        signatureIds: ['none'],
        challengeId: randomUUID(),
        nonce: 'nonce',
        similarity: 87.2,
        distance: 0.38,
        threshold: 50,
        modelId: 'face-api-1.7/resnet-128',
        capture: 'live',
        enrolledAt: '2026-11-20T12:00:00.000Z',
        ...claims,
      },
      { secret, expiresInSeconds: 600, now: at },
    );
  }

  /** Signs a participant in by the code they were sent. */
  async signingToken(
    processId: string,
    { personId, cpf }: { personId: string; cpf: string },
  ): Promise<string> {
    await this.send('POST', '/signature/code', { processId, personId, cpf });
    const code = this.lastCode();
    const body = { processId, personId, cpf, code };
    const headers = { 'client-device-id': randomUUID() };
    const opened = await this.send<AnswerOf<'openSigningSession'>>('POST', '/signature/session', body, {
      headers,
    });
    return opened.body.token;
  }

  /** The code in the last mail. */
  lastCode(): string {
    return /\b\d{6}\b/.exec(this.mails.at(-1)?.text ?? '')?.[0] ?? '';
  }

  async stream(name: string): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const event of this.eventStore.readStream(name)) events.push(event);
    return events;
  }

  async types(name: string): Promise<string[]> {
    return (await this.stream(name)).map(({ type }) => type);
  }

  processTypes(processId: string): Promise<string[]> {
    return this.types(streams.process(processId));
  }
}

export interface TestPerson {
  personId: string;
  cpf: string;
  email: string;
}

interface HarnessParts {
  app: FastifyInstance;
  service: CommandService;
  dependencies: CommandDependencies;
  eventStore: EventStore;
  pool: Pool;
  mails: MailMessage[];
  texts: SmsMessage[];
  logged: string[];
  dispose: () => Promise<void>;
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
