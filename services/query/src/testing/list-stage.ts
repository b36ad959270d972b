import { randomBytes, randomUUID } from 'node:crypto';

import { introducingCallers } from '@lacre/access/testing';
import { defaultLimits, paths, streams, type OperationName, type QueryOf } from '@lacre/contracts';
import type { EventStore, RecordedEvent } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { appendToEnd } from '@lacre/event-store/testing';
import { openTestLog } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { startProjections } from '@lacre/projector';
import { newEvent } from '@lacre/projector/testing';
import type { FastifyInstance } from 'fastify';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import pino from 'pino';

import { buildQueryApp, migrateQuery } from '../index.ts';
import { asUser, jwk } from './bearer.ts';
import { filledIds } from './fill-read-tables.ts';

/** A list and its query. */
export interface Asked {
  operation: OperationName;
  query: object;
  /** A common user to whom two companies are assigned; an administrator otherwise. */
  by?: 'common';
}

const asked = <Name extends OperationName>(operation: Name, query: Partial<QueryOf<Name>> = {}): Asked => ({
  operation,
  query,
});

/** First pages as they are opened: with the usual filters and searches. Of 1,000 rows or more. */
export const FIRST_PAGES: Record<string, Asked> = {
  processes: asked('listProcesses'),
  'processes that wait': asked('listProcesses', { filter: 'pending' }),
  'processes rejected, few': asked('listProcesses', { filter: 'rejected' }),
  'processes of a common name': asked('listProcesses', { search: 'silva' }),
  'processes of a full name': asked('listProcesses', { search: 'rui lima souza' }),
  'processes of a common word that wait': asked('listProcesses', { search: 'contrato', filter: 'pending' }),
  'processes of a number': asked('listProcesses', { search: '1234' }),
  'processes with nothing found': asked('listProcesses', { search: 'xilofone' }),
  persons: asked('listPersons'),
  'persons of a common name': asked('listPersons', { search: 'silva' }),
  companies: asked('listCompanies'),
  tags: asked('listTags'),
  dashboard: asked('dashboard'),
  'dashboard of a common user': { ...asked('dashboard'), by: 'common' },
  report: asked('report', { fromMonth: '2024-01', toMonth: '2024-12' }),
  'credit statement': asked('creditStatement'),
  history: asked('tenantEvents'),
  'security log': asked('securityEvents'),
};

/** The record of an account, by what it can be narrowed to: everything in it was done by one user. */
export const narrowedRecords = (tenantId: string): Record<string, Asked> => {
  const { userId, processId } = filledIds(tenantId);
  return {
    'history of a kind': asked('tenantEvents', { kind: 'user' }),
    'history of a user': asked('tenantEvents', { personId: userId }),
    'history of a user, of a kind that is not there': asked('tenantEvents', {
      personId: userId,
      kind: 'company',
    }),
    'history of a process': asked('tenantEvents', { processId }),
    'history of an action': asked('tenantEvents', { search: 'alterou usuario' }),
    'history of a user, by a word': asked('tenantEvents', { personId: userId, search: 'alterou' }),
    'credit statement of a kind': asked('creditStatement', { kind: 'consumed' }),
    'credit statement of a kind that is not there': asked('creditStatement', { kind: 'refunded' }),
    'credit statement of a process': asked('creditStatement', { processId }),
    'security log of a user': asked('securityEvents', { personId: userId }),
    'security log of a kind that is not there': asked('securityEvents', { kind: 'limited' }),
  };
};

/** Pages far from the first. */
export const DEEP_PAGES: Record<string, Asked> = {
  'processes, page 100': asked('listProcesses', { page: 100 }),
  'processes of a common name, page 40': asked('listProcesses', { search: 'silva', page: 40 }),
  'persons, page 100': asked('listPersons', { page: 100 }),
  'credit statement, page 100': asked('creditStatement', { page: 100 }),
};

/** The read models of a database without events, to be filled by SQL, and its lists over HTTP. */
export class ListStage {
  readonly pool: Pool;
  readonly #counter: BufferCounter;
  readonly #eventStore: EventStore;
  readonly #app: FastifyInstance;
  readonly #close: () => Promise<void>;
  readonly #commonUsers = new Map<string, string>();

  private constructor(parts: {
    pool: Pool;
    eventStore: EventStore;
    counter: BufferCounter;
    app: FastifyInstance;
    close: () => Promise<void>;
  }) {
    this.pool = parts.pool;
    this.#counter = parts.counter;
    this.#eventStore = parts.eventStore;
    this.#app = parts.app;
    this.#close = parts.close;
  }

  static async open(connectionString: string): Promise<ListStage> {
    const pool = createPool(connectionString, { max: 6, applicationName: 'lists' });
    const reading = createPool(connectionString, { max: 2, applicationName: 'reading', pipeline: true });
    const logger = pino({ level: 'silent' });
    const log = await openTestLog(pool);
    await migrateQuery(pool);
    const projections = await startProjections({ pool, eventStore: createMemoryEventStore(), logger });
    await projections.caughtUp;
    const counter = new BufferCounter();
    const app = await buildQueryApp({
      pool: counter.over(reading),
      eventStore: withHistory(log.eventStore),
      personalData: log.personalData,
      logger,
      keys: async () => ({ keys: [jwk] }),
      trustedProxies: 0,
      apiTokens: async () => undefined,
      digestKey: randomBytes(32),
      limits: defaultLimits,
      callers: introducingCallers(log.eventStore),
    });
    await app.ready();
    const close = async () => {
      await app.close();
      await projections.stop();
      await log.close();
      await Promise.all([pool.end(), reading.end()]);
    };
    return new ListStage({ pool, eventStore: log.eventStore, counter, app, close });
  }

  /** The list as who asks for it gets it. */
  async ask({ operation, query, by }: Asked, tenantId: string): Promise<{ items?: unknown[] }> {
    const headers =
      by === 'common' ? asUser(tenantId, by, await this.#commonUser(tenantId)) : asUser(tenantId);
    const reply = await this.#app.inject({
      method: 'GET',
      url: `/api${paths[operation].path}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers,
    });
    if (reply.statusCode !== 200) throw new Error(`${operation}: ${reply.statusCode} ${reply.body}`);
    return reply.json();
  }

  /** Pages of 8 kB that the statements of an answer touched, in memory or not. */
  async buffersOf(list: Asked, tenantId: string): Promise<number> {
    this.#counter.begin();
    await this.ask(list, tenantId);
    return this.#counter.end();
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #commonUser(tenantId: string): Promise<string> {
    const known = this.#commonUsers.get(tenantId);
    if (known !== undefined) return known;
    const userId = randomUUID();
    const { companyIds } = filledIds(tenantId);
    const user = { userId, tenantId, name: 'Rui Lima', email: 'rui@exemplo.com.br', role: 'common' as const };
    await appendToEnd(this.#eventStore, streams.user(userId), [
      newEvent('UserCreated', user),
      newEvent('UserCompaniesAssigned', { userId, tenantId, companyIds }),
    ]);
    this.#commonUsers.set(tenantId, userId);
    return userId;
  }
}

/** Any process has had one event. */
function withHistory(store: EventStore): EventStore {
  const event = newEvent('TagCreated', { tenantId: randomUUID(), tagId: randomUUID(), name: 'Marca' });
  return Object.assign(Object.create(store) as EventStore, {
    readStream: async function* (stream: string): AsyncGenerator<RecordedEvent> {
      if (stream.startsWith('process-'))
        yield { ...event, stream, revision: 0n, position: '1', recordedAt: '' } as RecordedEvent;
    },
  });
}

interface Explained {
  rows: { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] }[];
}

interface Prepared {
  name?: string | undefined;
  text: string;
  values: readonly unknown[];
}
type Ask = (statement: string | Prepared) => Promise<unknown>;

/** As many runs as the database plans for their values, before it may take one plan for all (plancache.c). */
const CUSTOM_PLANS = 5;

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return escapeLiteral(`{${value.join(',')}}`);
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
};

/**
 * Explains each select right before it is made, in its own transaction, and adds up the pages that it touched: by the plan
 * that the database comes to use for a statement that is prepared and run again and again.
 */
class BufferCounter {
  #isCounting = false;
  #touched = 0;
  #statements = 0;
  #explained: Promise<void>[] = [];
  readonly #watched = new WeakSet<PoolClient>();

  begin(): void {
    this.#isCounting = true;
    this.#touched = 0;
    this.#explained = [];
  }

  async end(): Promise<number> {
    this.#isCounting = false;
    await Promise.all(this.#explained);
    return this.#touched;
  }

  over(pool: Pool): Pool {
    const connect = async () => {
      const client = await pool.connect();
      if (this.#watched.has(client)) return client;
      this.#watched.add(client);
      const query = client.query.bind(client) as unknown as Ask;
      const explaining: Ask = (statement) => {
        if (this.#isCounting && typeof statement !== 'string' && /^\s*(?:select|with)/.test(statement.text))
          this.#explained.push(this.#explain(query, statement));
        return query(statement);
      };
      return Object.assign(client, { query: explaining });
    };
    return Object.assign(Object.create(pool) as Pool, { connect });
  }

  async #explain(query: Ask, { text, values }: Prepared): Promise<void> {
    const name = `explained_${(this.#statements += 1)}`;
    const execute = `execute ${name}${values.length === 0 ? '' : `(${values.map(literal).join(', ')})`}`;
    const settled = [
      query(`prepare ${name} as ${text}`),
      ...Array.from({ length: CUSTOM_PLANS }, () => query(execute)),
    ];
    const explained = query(`explain (analyze, buffers, format json) ${execute}`);
    settled.push(query(`deallocate ${name}`));
    await Promise.all(settled);
    const { rows } = (await explained) as Explained;
    for (const row of rows)
      for (const { Plan: plan } of row['QUERY PLAN'])
        this.#touched += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
}
