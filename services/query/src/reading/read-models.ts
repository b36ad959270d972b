import type { CompanyReach, Principal } from '@lacre/access';
import { Refusal } from '@lacre/http';
import { commitSoon, isConnectionFailure } from '@lacre/postgres';
import {
  ADDRESSES_SETTING,
  COMPANIES_SETTING,
  DOMAIN_SETTING,
  PERSON_SETTING,
  QUERY_ROLE,
  TENANT_SETTING,
  USER_SETTING,
  type ProjectionName,
  type ReadSchema,
} from '@lacre/read-models';
import { Kysely, PostgresDialect, sql, type PostgresPoolClient } from 'kysely';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';

import type { ProjectionWatch } from './projection-watch.ts';
import { StatementNames } from './statement-names.ts';

export type Reader = Kysely<ReadSchema>;

/** What the answer must have seen, and where it is read from. */
export interface Freshness {
  minPosition: string | undefined;
  projections: readonly ProjectionName[];
}

/** SQLSTATEs of a database whose read models are not there yet (undefined table, schema or role). */
const NOT_THERE = /^(?:42P01|3F000|22023|42501)$/;
/** Of read models in the shape of another release (undefined column or function, other types). */
const OF_ANOTHER_SHAPE = /^(?:42703|42883|42804)$/;
/** Of a prepared statement whose view has other columns by now, or that the connection does not have. */
const UNPREPARED = /^(?:0A000|26000)$/;
/** Of a standby that had to take away what was being read. */
const TAKEN_AWAY = '40001';

/** Bounds of Retry-After, seconds. */
const SOONEST_AGAIN = 1;
const LATEST_AGAIN = 30;

/** Reads the read models, always in a transaction of the role that row-level security binds. */
export class ReadModels {
  readonly #pool: Pool;
  readonly #watch: Pick<ProjectionWatch, 'waitFor' | 'rebuilding'>;
  readonly #names = new StatementNames();

  /** @param pool whose connections pipeline */
  constructor(pool: Pool, watch: Pick<ProjectionWatch, 'waitFor' | 'rebuilding'>) {
    this.#pool = pool;
    this.#watch = watch;
  }

  /**
   * Reads as this caller, whose tenant and reach the policies of every table hold the transaction to, once the read
   * models have seen `minPosition`, or after 2 s without.
   *
   * @throws Refusal CLASS_VALIDATION_ERROR for a position that is none; READ_MODELS_REBUILDING while what is read is
   *   being built from the log; SERVICE_UNAVAILABLE while nothing can be read.
   */
  async ofCaller<Result>(
    caller: Principal,
    freshness: Freshness,
    read: (db: Reader) => Promise<Result>,
  ): Promise<Result> {
    await this.#watch
      .waitFor(freshness.projections, freshness.minPosition)
      .catch((error: unknown) => this.#rethrow(error));
    return this.#read(scopeOf(caller), read);
  }

  /** Reads as a visitor who names an address of a tenant: of that one tenant, what `read` asks for. */
  async ofDomain<Result>(domain: string, read: (db: Reader) => Promise<Result>): Promise<Result | undefined> {
    return this.#read([setting(DOMAIN_SETTING, domain)], async (db) => {
      const named = await db
        .selectFrom('read.tenant_domain')
        .select('tenant_id')
        .where('kind', '=', 'login')
        .where('domain', '=', domain)
        .executeTakeFirst();
      if (named === undefined) return undefined;
      await sql.raw(setting(TENANT_SETTING, named.tenant_id)).execute(db);
      return read(db);
    });
  }

  /** Once more where a statement was prepared for a view that has other columns by now. */
  async #read<Result>(settings: readonly string[], read: (db: Reader) => Promise<Result>): Promise<Result> {
    return this.#inTransaction(settings, read)
      .catch((error: unknown) => {
        if (!UNPREPARED.test(codeOf(error))) throw error;
        this.#names.renew();
        return this.#inTransaction(settings, read);
      })
      .catch((error: unknown) => this.#rethrow(error));
  }

  /**
   * One snapshot, so that a page and its total agree. Begin, role and settings are sent with the first statement of
   * `read` right behind them, and the commit with what is asked next: one round trip, over a connection that pipelines.
   */
  async #inTransaction<Result>(
    settings: readonly string[],
    read: (db: Reader) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#pool.connect();
    let beginning: Promise<unknown> | undefined;
    const db = readerOver(client, this.#names, () => {
      if (beginning !== undefined) return;
      beginning = client.query(beginWith(settings));
      // It is awaited once `read` is done.
      beginning.catch(() => {});
    });
    try {
      const [result] = await Promise.allSettled([read(db)]);
      // Where it failed, so did what followed in the aborted transaction: its error is the one that says why.
      await beginning;
      if (result.status === 'rejected') throw result.reason;
      if (beginning !== undefined) commitSoon(client);
      client.release();
      return result.value;
    } catch (error) {
      rollBack(client);
      throw error;
    }
  }

  /** Does nothing where the database cannot be asked. */
  async #refuseIfRebuilding(cause: unknown): Promise<void> {
    const [status] = await Promise.allSettled([this.#watch.rebuilding()]);
    if (status.status === 'rejected' || !status.value.rebuilding) return;
    const { secondsLeft } = status.value;
    const seconds = Math.min(LATEST_AGAIN, Math.max(SOONEST_AGAIN, secondsLeft ?? SOONEST_AGAIN));
    throw new Refusal('READ_MODELS_REBUILDING', { retryAfterSeconds: seconds, cause });
  }

  /** @throws Refusal READ_MODELS_REBUILDING or SERVICE_UNAVAILABLE where the error says so; else the error. */
  async #rethrow(error: unknown): Promise<never> {
    if (error instanceof Refusal) throw error;
    const code = codeOf(error);
    if (NOT_THERE.test(code) || OF_ANOTHER_SHAPE.test(code)) await this.#refuseIfRebuilding(error);
    const isAway = isConnectionFailure(error) || code === TAKEN_AWAY || NOT_THERE.test(code);
    throw isAway ? new Refusal('SERVICE_UNAVAILABLE', { cause: error }) : error;
  }
}

/** SQLSTATE, or what the system calls it. */
const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/**
 * Every read is of one tenant, and every table has an index that begins with it. What the planner knows is how many
 * rows a tenant has on average: of one that has most of a table, or that comes late in it, it would read the table
 * through. Releases before 18 price a scan that is off so high that they would compile what cannot do without one.
 */
const PLANS = ['set local enable_seqscan = off', 'set local jit = off'] as const;

const beginWith = (settings: readonly string[]): string =>
  [
    'begin isolation level repeatable read read only',
    `set local role ${QUERY_ROLE}`,
    ...PLANS,
    ...settings,
  ].join('; ');

/** A connection that cannot end its transaction is broken, and leaves the pool. */
function rollBack(client: PoolClient): void {
  client.query('rollback').then(
    () => client.release(),
    (error: Error) => client.release(error),
  );
}

/** Its statements go over a connection that stays the caller's, each after `onQuery`, and prepared by its name. */
function readerOver(client: PoolClient, names: StatementNames, onQuery: () => void): Reader {
  const connection: PostgresPoolClient = {
    get query() {
      onQuery();
      return ((text: string, values: unknown[]) =>
        client.query({ name: names.of(text), text, values })) as typeof client.query;
    },
    release: () => {},
  };
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve(), options: {} };
  return new Kysely<ReadSchema>({ dialect: new PostgresDialect({ pool }) });
}

const setting = (name: string, value: string): string => `set local ${name} = ${escapeLiteral(value)}`;

/** Every value was verified or read from the log. Neither an e-mail nor a phone holds a comma. */
function scopeOf(caller: Principal): string[] {
  const settings =
    caller.kind === 'user'
      ? { [USER_SETTING]: caller.sub, [COMPANIES_SETTING]: companiesOf(caller.companies) }
      : {
          [PERSON_SETTING]: caller.sub,
          [ADDRESSES_SETTING]: (caller.proven ?? []).map(({ address }) => address).join(','),
        };
  const all = Object.entries({ [TENANT_SETTING]: caller.tenantId, ...settings });
  return all.map(([name, value]) => setting(name, value));
}

/** Whether the caller reaches every company of the tenant. */
export const reachesAll = (caller: Principal): boolean =>
  caller.kind === 'user' && caller.companies === 'all';

const companiesOf = (reach: CompanyReach): string => (reach === 'all' ? '*' : `{${reach.join(',')}}`);
