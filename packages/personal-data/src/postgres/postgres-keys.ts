import { migrate, sessionClient, type Log } from '@lacre/postgres';
import type { ClientBase, Pool } from 'pg';

import { ErasedSubjects } from '../erased-subjects.ts';
import { KeyCache } from '../key-cache.ts';
import { MasterKeyMissing, MasterKeys } from '../master-keys.ts';
import { mayUpdate } from '../may-update.ts';
import type { KnownKey, PersonalDataKeys } from '../port.ts';
import { SubjectKey } from '../subject-key.ts';
import { ErasureLine } from './erasure-line.ts';
import { ERASED_CHANNEL, migrations, schema } from './migrations.ts';
import { Preparations, storedKeys, type StoredKey, type StoredRow } from './preparations.ts';
import { query } from './query.ts';
import { rewrap } from './rewrap.ts';

export interface PostgresKeysOptions {
  /** A pool of the caller's; it stays open. One more connection is opened beside it. */
  pool: Pool;
  /** 32 bytes each, the current one first; see `MasterKeys`. */
  masterKeys: readonly Buffer[];
  /**
   * Whether the log is in the same database, so that what is written here for an append is durable when the append is.
   * Otherwise it is made durable by itself.
   */
  logInSameDatabase: boolean;
  log?: Log;
  /** Keys kept in memory. Default 20,000. */
  cachedKeys?: number;
  /** How long a key is kept in memory without being asked for again, milliseconds. Default 30 s. */
  keyLifeMs?: number;
}

/** Brings the schema `personal_data` up to date. */
export const migrateKeys = (pool: Pool): Promise<string[]> => migrate(pool, { schema, migrations });

/**
 * Keys in Postgres, in the schema `personal_data`, which is made or brought up to date first.
 *
 * @throws MasterKeyMissing when keys there were wrapped by a master key that is not given.
 */
export async function openPostgresKeys(options: PostgresKeysOptions): Promise<PersonalDataKeys> {
  const { pool } = options;
  const masterKeys = new MasterKeys(options.masterKeys);
  await migrateKeys(pool);
  const names = await assertMasterKeys(pool, options.masterKeys);
  const log = options.log ?? { info: () => {}, warn: () => {} };
  // A service that may not change keys leaves that to one that may, and reads them as they are.
  if (names.some((name) => name !== masterKeys.current) && (await mayUpdate(pool, `${schema}.subject_key`))) {
    const rewrapped = await rewrap(pool, masterKeys);
    log.info({ rewrapped, masterKey: masterKeys.current }, 'keys of personal data have a new master key');
  }
  const keys = new PostgresKeys(options, masterKeys, log);
  await keys.ready();
  return keys;
}

/**
 * Needs the schema, and changes nothing.
 *
 * @returns the names of the master keys that wrapped what is there
 * @throws MasterKeyMissing
 */
export async function assertMasterKeys(
  client: ClientBase | Pool,
  masterKeys: readonly Buffer[],
): Promise<string[]> {
  const given = new MasterKeys(masterKeys);
  const { rows } = await client.query<{ master_key: string }>(
    `select distinct master_key from ${schema}.subject_key where master_key is not null`,
  );
  const names = rows.map(({ master_key: name }) => name);
  const missing = names.find((name) => !given.has(name));
  if (missing !== undefined) throw new MasterKeyMissing(missing);
  return names;
}

class PostgresKeys implements PersonalDataKeys {
  readonly #pool: Pool;
  readonly #masterKeys: MasterKeys;
  readonly #preparations: Preparations;
  readonly #cache: KeyCache;
  readonly #erased = new ErasedSubjects();
  readonly #line: ErasureLine;
  readonly #ready = Promise.withResolvers<void>();

  constructor(options: PostgresKeysOptions, masterKeys: MasterKeys, log: Log) {
    const { pool, cachedKeys: capacity = 20_000, keyLifeMs: lifeMs = 30_000 } = options;
    this.#pool = pool;
    this.#masterKeys = masterKeys;
    this.#preparations = new Preparations(pool, masterKeys, !options.logInSameDatabase);
    this.#cache = new KeyCache({ capacity, lifeMs });
    this.#line = new ErasureLine(
      () => sessionClient(pool),
      {
        connected: () => this.#catchUp(),
        lost: () => this.#cache.close(),
        erased: (subject) => this.noteErased(subject),
      },
      log,
    );
  }

  /** Resolves once it is known who is erased. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  async forWriting(subjects: readonly string[]): Promise<ReadonlyMap<string, KnownKey>> {
    const known = new Map<string, KnownKey>();
    for (const subject of subjects) {
      const key = this.known(subject);
      if (key !== undefined) known.set(subject, key);
    }
    return known.size === subjects.length
      ? known
      : this.#opened(await this.#preparations.prepare(subjects), subjects);
  }

  async forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KnownKey>> {
    const found = new Map<string, KnownKey>();
    const asked: string[] = [];
    for (const subject of subjects) {
      const key = this.known(subject);
      if (key === undefined) asked.push(subject);
      else found.set(subject, key);
    }
    if (asked.length === 0) return found;
    const rows = await query<StoredRow>(
      this.#pool,
      'read',
      `select subject_id::text as subject, master_key, wrapped from ${schema}.subject_key where subject_id = any ($1::uuid[])`,
      [asked],
    );
    for (const [subject, key] of this.#opened(storedKeys(rows), asked)) found.set(subject, key);
    return found;
  }

  known(subject: string): KnownKey | undefined {
    return this.#erased.has(subject) ? 'erased' : this.#cache.get(subject);
  }

  isErased(subject: string): boolean {
    return this.#erased.has(subject);
  }

  get someErased(): boolean {
    return this.#erased.size > 0;
  }

  noteErased(subject: string): void {
    if (!this.#erased.add(subject)) return;
    this.#cache.drop(subject);
    this.#erased.announce([subject]);
  }

  async destroy(subject: string): Promise<void> {
    // Commit point: the key and the news of its end, in one transaction.
    await query(
      this.#pool,
      'destroy',
      `with destroyed as (
         insert into ${schema}.subject_key (subject_id, destroyed_at) values ($1, now())
         on conflict (subject_id) do update set wrapped = null, master_key = null,
           destroyed_at = coalesce(subject_key.destroyed_at, excluded.destroyed_at)
         returning subject_id)
       select pg_notify('${ERASED_CHANNEL}', subject_id::text) from destroyed`,
      [subject],
    );
    this.noteErased(subject);
  }

  onErased(listener: (subjects: readonly string[]) => void): () => void {
    return this.#erased.listen(listener);
  }

  async close(): Promise<void> {
    await this.#line.close();
  }

  /** Erasures missed while not listening. Only then may keys be cached. */
  async #catchUp(): Promise<void> {
    const { rows } = await this.#pool.query<{ subject: string }>(
      `select subject_id::text as subject from ${schema}.subject_key where wrapped is null`,
    );
    const news = rows.filter(({ subject }) => this.#erased.add(subject));
    this.#cache.open();
    if (news.length > 0) this.#erased.announce(news.map(({ subject }) => subject));
    this.#ready.resolve();
  }

  /** News of an erasure may have come while the rows were on their way: it goes before what they say. */
  #opened(stored: ReadonlyMap<string, StoredKey>, subjects: readonly string[]): Map<string, KnownKey> {
    const found = new Map<string, KnownKey>();
    for (const subject of subjects) {
      const key = stored.get(subject);
      if (key === null) this.noteErased(subject);
      const known = this.known(subject);
      if (known !== undefined) found.set(subject, known);
      else if (key) {
        const opened = new SubjectKey(this.#masterKeys.unwrap(subject, key));
        this.#cache.put(subject, opened);
        found.set(subject, opened);
      }
    }
    return found;
  }
}
