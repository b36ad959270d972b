import { Pool, types, type Client, type CustomTypesConfig } from 'pg';

import { silentLog, type Log } from './log.ts';
import { WatchedClient, type WatchedClientConfig } from './watched-client.ts';

/** Of a database whose role may get another password while connections are made. */
export interface ChangingAddress {
  url: string;
  /** Asked before each connection; undefined where it is that of `url`. */
  passwordNow: () => string | undefined;
}
export type DatabaseAddress = string | ChangingAddress;

export interface PoolOptions {
  /** Connections this pool may hold open. Budget them: all pools together stay below the server's max_connections. */
  max: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** A statement that runs longer is cancelled (SQLSTATE 57014). Default 60 s; 0 = no limit. */
  statementTimeoutMs?: number;
  /**
   * Whether a commit waits until it is on disk. Without, a crash of the server may lose the last second of them
   * (`synchronous_commit` off), those made first never without those after them. Default yes.
   */
  durable?: boolean;
  /** Whether a connection sends a statement while the answer to the one before is still awaited. Default no. */
  pipeline?: boolean;
  /**
   * The server's own address, where that of the pool is a pooler's that hands out another connection for each
   * transaction. Statements are then sent without names, and without time limits, which such a pooler does not pass on:
   * the role has them.
   */
  directUrl?: DatabaseAddress | undefined;
  /** Whether `migrate` over this pool changes the database, or only holds it to what it should be. Default apply. */
  migrations?: Migrations;
  log?: Log;
}

export type Migrations = 'apply' | 'check';

/** How a pool's database is reached beside its connections. */
interface PoolAccess {
  session: WatchedClientConfig;
  migrations: Migrations;
}

const accesses = new WeakMap<Pool, PoolAccess>();

/** Of any pool. */
export const accessOf = (pool: Pool): PoolAccess =>
  accesses.get(pool) ?? { session: pool.options, migrations: 'apply' };

const int8 = 20;

/**
 * int8 as bigint, everything else as pg does it. Given to each pool or client instead of changed in pg's global table,
 * where it would surprise every other user of the driver.
 */
export const bigintTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? BigInt
      : types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
};

/**
 * TCP keep-alive and user timeout of the server's side: it ends half-open connections (RFC 9293, 3.5.1) within half a
 * minute, and with them their locks, for which another process waits. By default it would be two hours.
 */
const NOTICED_BY_SERVER = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=4',
  'tcp_user_timeout=30000',
];

/**
 * A pool whose int8 values are bigint and whose idle connections may break without harm: the break is logged, and the
 * next query gets a new connection. A query waits at most 10 s for a connection, and half a minute for a server that is
 * gone without a word ({@link WatchedClient}).
 */
export function createPool(address: DatabaseAddress, options: PoolOptions): Pool {
  const { directUrl, migrations = 'apply', log = silentLog } = options;
  const common: WatchedClientConfig = {
    application_name: options.applicationName,
    types: bigintTypes,
    connectionTimeoutMillis: 10_000,
  };
  const limits: WatchedClientConfig = {
    options: [...NOTICED_BY_SERVER, ...(options.durable === false ? ['synchronous_commit=off'] : [])]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    statement_timeout: options.statementTimeoutMs ?? 60_000,
    // A client that hangs in a transaction would hold its locks, and the dead rows of the whole database, for ever.
    idle_in_transaction_session_timeout: 60_000,
  };
  const pool = new Pool({
    ...common,
    Client: directUrl === undefined ? WatchedClient : UnnamedClient,
    ...(directUrl === undefined ? limits : {}),
    ...wayTo(address),
    max: options.max,
    idleTimeoutMillis: 30_000,
    pipeline: options.pipeline ?? false,
  });
  accesses.set(pool, {
    session: { ...common, ...limits, ...wayTo(directUrl ?? address) },
    migrations,
  });
  pool.on('error', (error) =>
    log.warn({ err: error, pool: options.applicationName }, 'an idle database connection broke'),
  );
  // A broken connection that is checked out rejects its query; its own error event must not end the process as well.
  pool.on('connect', (client) =>
    client.on('error', (error) =>
      log.warn({ err: error, pool: options.applicationName }, 'a database connection broke'),
    ),
  );
  return pool;
}

const wayTo = (address: DatabaseAddress): WatchedClientConfig =>
  typeof address === 'string'
    ? { connectionString: address }
    : { connectionString: address.url, passwordNow: address.passwordNow };

/**
 * Sends statements without their names. Behind a pooler of transactions the next one may go over another connection, which
 * knows no such name, or the same name for another client's statement.
 */
class UnnamedClient extends WatchedClient {
  constructor(config?: WatchedClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]): unknown => {
      const [first, ...rest] = given;
      const isNamed = typeof first === 'object' && first !== null && 'name' in first && 'text' in first;
      return isNamed ? send({ ...first, name: undefined }, ...rest) : send(...given);
    }) as Client['query'];
  }
}
