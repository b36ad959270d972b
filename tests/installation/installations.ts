import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  adoptLog,
  blobFolderMark,
  logPlace,
  openLog,
  openLogItself,
  sealKeysMark,
  type Log,
  type LogAccess,
  type OwnKeys,
} from '@lacre/adapters';
import { type ForeignEvent } from '@lacre/adapters/log-server';
import { streams } from '@lacre/contracts';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { Client, type Pool } from 'pg';
import pino from 'pino';

/** The three places that an installation is kept in, each by an address that can be given to a start. */
export interface Places {
  /** File of the log's stand-in. */
  log: string;
  databaseUrl: string;
  folder: string;
}

export const MASTER_KEYS = [randomBytes(32)];
const logger = pino({ level: 'silent' });

/** Installations of a test, copies of them, and what they need to be opened. */
export class Installations {
  readonly #root: string;
  readonly #databases: TestDatabase[] = [];

  private constructor(root: string) {
    this.#root = root;
  }

  static async create(): Promise<Installations> {
    return new Installations(await mkdtemp(join(tmpdir(), 'lacre-identity-')));
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#databases.map(({ drop }) => drop()));
    await rm(this.#root, { recursive: true, force: true });
  }

  /** Nothing in any of them. */
  async empty(): Promise<Places> {
    const database = await createTestDatabase();
    this.#databases.push(database);
    const folder = join(this.#root, randomUUID());
    await mkdir(folder);
    return {
      log: join(this.#root, `${randomUUID()}.log`),
      databaseUrl: database.connectionString,
      folder,
    };
  }

  /** A backup of all three, as they are now. */
  async copyOf(places: Places): Promise<Places> {
    const copy = await this.empty();
    await copyFile(places.log, copy.log);
    await cp(places.folder, copy.folder, { recursive: true });
    await copyDatabase(places.databaseUrl, copy.databaseUrl);
    return copy;
  }
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** Takes the place of the target, which is empty. */
async function copyDatabase(source: string, target: string): Promise<void> {
  const admin = new URL(source);
  admin.pathname = '/postgres';
  const client = new Client({ connectionString: admin.href });
  await client.connect();
  try {
    await client.query(`drop database "${nameOf(target)}" with (force)`);
    await client.query(`create database "${nameOf(target)}" template "${nameOf(source)}"`);
  } finally {
    await client.end();
  }
}

export interface Opened extends Log {
  pool: Pool;
  server: KurrentDbStandIn;
  /** As fsck is given them. */
  foreign: Map<string, ForeignEvent>;
}

/** Opens the places as a process does that serves, with its log in a server of its own. */
export async function opened<Result>(
  { log: file, databaseUrl, folder }: Places,
  access: LogAccess,
  work: (opened: Opened) => Promise<Result>,
  ownKeys: OwnKeys = {},
): Promise<Result> {
  const server = new KurrentDbStandIn({ file });
  await server.start();
  const pool = createPool(databaseUrl, { max: 8, applicationName: 'identity-test' });
  const foreign = new Map<string, ForeignEvent>();
  try {
    const log = await openLog(server.connectionString, {
      pool,
      logger,
      prefix: 'lacre.',
      masterKeys: MASTER_KEYS,
      access,
      ownKeys,
      stores: storesIn(folder),
      onForeign: (event) => foreign.set(`${event.stream} ${event.revision}`, event),
    });
    try {
      return await work({ ...log, pool, server, foreign });
    } finally {
      await log.close();
    }
  } finally {
    await pool.end();
    server.close();
  }
}

/** `lacre log adopt`, without building anything anew. */
export async function adopted({ log: file, databaseUrl, folder }: Places): Promise<void> {
  const server = new KurrentDbStandIn({ file });
  await server.start();
  const pool = createPool(databaseUrl, { max: 8, applicationName: 'identity-test' });
  try {
    const url = server.connectionString;
    const store = await openLogItself(url, { pool, logger, prefix: 'lacre.' });
    try {
      await adoptLog({ pool, store, place: logPlace(url), stores: storesIn(folder) }, 'restaurado');
    } finally {
      await store.close();
    }
  } finally {
    await pool.end();
    server.close();
  }
}

export const storesIn = (folder: string) => [
  blobFolderMark(join(folder, 'blobs')),
  sealKeysMark(join(folder, 'seal-keys')),
];

/** Records a person, with a key of their own, and the index of whom the log speaks of has come as far. */
export async function recordPerson({ eventStore, personalData }: Pick<Log, 'eventStore' | 'personalData'>) {
  const [personId, tenantId] = [randomUUID(), randomUUID()];
  const fields = { name: 'Ana Souza', email: `${personId}@exemplo.com.br` };
  const data = { personId, tenantId, cpf: '52998224725', fields };
  const metadata = {
    occurredAt: new Date().toISOString(),
    correlationId: personId,
    schemaVersion: 1,
    tenantId,
    actor: { kind: 'person', id: personId, name: 'Ana Souza' },
  };
  await eventStore.append(
    streams.person(personId),
    [{ id: randomUUID(), type: 'PersonCreated', data, metadata }],
    { expected: 'noStream' },
  );
  await personalData.mentions.streamsOf(personId);
  return personId;
}
