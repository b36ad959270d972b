import { openEventStore, readEnvironment } from '@lacre/adapters';
import type { KeySource } from '@lacre/http';
import { createPool } from '@lacre/postgres';
import pino from 'pino';

import { buildQueryApp } from './register-query-routes.ts';
import { migrateQuery } from './schema.ts';

/** The query service on its own, wired from the environment, until SIGTERM or SIGINT. */
const environment = readEnvironment();
const logger = pino({ level: environment.LOG_LEVEL, name: 'query' });
const { DATABASE_URL, JWKS_URL, HOST, PORT = 3002 } = environment;
if (DATABASE_URL === undefined || JWKS_URL === undefined)
  throw new Error('the query service needs DATABASE_URL and JWKS_URL');

/** The identity service's public keys; an answer that is none is an error, and a token is then not verified. */
const keys: KeySource = async () => {
  const answer = await fetch(JWKS_URL, { signal: AbortSignal.timeout(5000) });
  if (!answer.ok) throw new Error(`the identity service answered ${answer.status} for its keys`);
  return (await answer.json()) as Awaited<ReturnType<KeySource>>;
};

const pool = createPool(DATABASE_URL, {
  max: 12,
  applicationName: 'query',
  statementTimeoutMs: 10_000,
  log: logger,
});
const log = createPool(DATABASE_URL, { max: 4, applicationName: 'query-log', log: logger });
const eventStore = await openEventStore(environment.EVENT_STORE_URL, { pool: log, logger });
await migrateQuery(pool);
const app = await buildQueryApp({
  pool,
  eventStore,
  logger,
  keys,
  trustedProxies: environment.TRUSTED_PROXIES,
});
await app.listen({ host: HOST, port: PORT });
logger.info({ address: app.server.address() }, 'the query service listens');

let stopping: Promise<void> | undefined;
const stop = (): void => {
  stopping ??= (async () => {
    await app.close();
    await eventStore.close();
    await Promise.all([pool.end(), log.end()]);
  })();
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
