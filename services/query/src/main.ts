import { remoteApiTokens } from '@lacre/access';
import {
  assertEngines,
  changingAddress,
  endInWords,
  loggerOptions,
  openLog,
  openSecurityLog,
  openTracing,
  poolOpener,
  readEnvironment,
  servedHosts,
  stopOnSignal,
  transferLimits,
  giveBackStartMemory,
} from '@lacre/adapters';
import { remoteKeys } from '@lacre/http';
import { behindCheck, databaseCheck, logCheck, Observation } from '@lacre/observability';
import { createPool } from '@lacre/postgres';
import pino from 'pino';

import { migrateQuery } from './reading/schema.ts';
import { buildQueryApp } from './register-query-routes.ts';

endInWords();

/** The query service in a process of its own, on the adapters that the environment names. */
const environment = readEnvironment('query');
const logger = pino(loggerOptions(environment, 'query'));
const tracing = await openTracing('query', environment, logger);
await assertEngines(
  environment,
  ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'QUERY_DATABASE_URL', 'EVENT_STORE_URL'],
  ({ line, setting }) => logger.warn({ setting }, line),
);
const open = poolOpener(environment, logger);
const READING = { statementTimeoutMs: 10_000, pipeline: true };
const poolSize = environment.DATABASE_POOL_SIZE ?? 12;
const pool = open('lacre-query', poolSize, READING);
const { QUERY_DATABASE_URL: standbyUrl } = environment;
const readPool =
  standbyUrl === undefined
    ? pool
    : createPool(changingAddress('QUERY_DATABASE_URL', standbyUrl), {
        ...READING,
        max: poolSize,
        applicationName: 'lacre-query',
        log: logger,
      });
const logPool = open('lacre-query-log', environment.LOG_POOL_SIZE ?? 4);
const log = await openLog(environment.EVENT_STORE_URL, {
  pool: logPool,
  logger,
  prefix: environment.EVENT_STORE_PREFIX,
  masterKeys: environment.PERSONAL_DATA_KEYS,
});
await migrateQuery(pool);
const observation = new Observation({
  service: 'query',
  log: logger,
  pools: { query: readPool, log: logPool },
  checks: [databaseCheck(readPool), logCheck(log.eventStore), behindCheck(log.eventStore, readPool, pool)],
});
const [digestKey] = environment.PERSONAL_DATA_KEYS;
const securityLog = await openSecurityLog({ pool, logger, digestKey });
const app = await buildQueryApp({
  pool: readPool,
  primary: pool,
  eventStore: log.eventStore,
  personalData: log.personalData,
  logger,
  keys: remoteKeys(environment.JWKS_URL),
  apiTokens: remoteApiTokens(environment.API_TOKENS_URL),
  trustedProxies: environment.TRUSTED_PROXIES,
  securityLog,
  digestKey,
  limits: environment.RATE_LIMITS,
  transfers: transferLimits(environment),
  hosts: servedHosts(environment, environment.PUBLIC_URL),
  publicUrl: environment.PUBLIC_URL,
  vlibrasUrl: environment.VLIBRAS_URL,
  onAnswered: observation.metrics.onAnswered,
});
await observation.listen({ host: environment.INTERNAL_HOST, port: environment.INTERNAL_PORT ?? 4412 });
await app.listen({ host: environment.HOST, port: environment.PORT ?? 4402 });

stopOnSignal(logger, async () => {
  await Promise.all([app.close(), observation.close()]);
  await securityLog.close();
  await log.close();
  await Promise.all([...new Set([pool, readPool, logPool])].map((each) => each.end()));
  await tracing.close();
});
await giveBackStartMemory();
