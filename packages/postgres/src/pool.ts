import { Socket } from 'node:net';

import { Pool, types } from 'pg';
import type { CustomTypesConfig } from 'pg';

import { gatherWrites } from './gather-writes.ts';
import { silentLog, type Log } from './log.ts';

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
  log?: Log;
}

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
 * A pool whose int8 values are bigint and whose idle connections may break without harm: the break is logged, and the
 * next query gets a new connection. A query waits at most 10 s for a connection.
 */
export function createPool(connectionString: string, options: PoolOptions): Pool {
  const log = options.log ?? silentLog;
  const pool = new Pool({
    connectionString,
    max: options.max,
    application_name: options.applicationName,
    types: bigintTypes,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    pipeline: options.pipeline ?? false,
    ...(options.durable === false ? { options: '-c synchronous_commit=off' } : {}),
    statement_timeout: options.statementTimeoutMs ?? 60_000,
    // A client that hangs in a transaction would hold its locks, and the dead rows of the whole database, for ever.
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    stream: () => gatherWrites(new Socket()),
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
