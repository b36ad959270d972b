import {
  assertEngines,
  blobPlace,
  endInWords,
  loggerOptions,
  lookUpOptions,
  notePublicUrl,
  openLog,
  openSecurityLog,
  openSmsGateway,
  openSmtpMailer,
  openTracing,
  openWorkQueue,
  ownKeysOf,
  poolOpener,
  readEnvironment,
  servedHosts,
  signInSettings,
  stopOnSignal,
  transferLimits,
  giveBackStartMemory,
} from '@lacre/adapters';
import { databaseCheck, logCheck, Observation, queueCheck } from '@lacre/observability';
import { openSecrets } from '@lacre/personal-data/secrets';
import pino from 'pino';

import { buildCommandApp, createCommandService, httpSources, startCommandWorkers } from './index.ts';
import { serveApiTokens } from './serve-api-tokens.ts';

endInWords();

/** The command service in a process of its own, on the adapters that the environment names. */
const environment = readEnvironment('command');
const logger = pino(loggerOptions(environment, 'command'));
const tracing = await openTracing('command', environment, logger);
await assertEngines(
  environment,
  ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'EVENT_STORE_URL', 'NATS_URL', 'DATA_DIR', 'S3_URL', 'SMTP_URL'],
  ({ line, setting }) => logger.warn({ setting }, line),
);
const open = poolOpener(environment, logger);
const pool = open('lacre-command', environment.DATABASE_POOL_SIZE ?? 16);
const logPool = open('lacre-command-log', environment.LOG_POOL_SIZE ?? 16);
const blobs = blobPlace(environment, environment.DATA_DIR);
const log = await openLog(environment.EVENT_STORE_URL, {
  pool: logPool,
  logger,
  prefix: environment.EVENT_STORE_PREFIX,
  masterKeys: environment.PERSONAL_DATA_KEYS,
  ownKeys: ownKeysOf(environment),
  stores: [blobs.mark],
});
const workQueue = await openWorkQueue(environment, { pool: logPool, logger, tenantMoves: log.tenantMoves });
const service = await createCommandService({
  eventStore: log.eventStore,
  personalData: log.personalData,
  pool,
  mailer: openSmtpMailer(environment, environment.SMTP_URL),
  sms: openSmsGateway(environment),
  ...signInSettings(environment),
  sources: httpSources(lookUpOptions(environment)),
  logger,
  blobs: await blobs.open(environment.BLOB_MASTER_KEY),
  digestKey: environment.DIGEST_KEY,
  proofSecret: environment.PROOF_SECRET,
  identitySecret: environment.IDENTITY_SECRET,
  publicUrl: environment.PUBLIC_URL,
  secrets: await openSecrets(pool, environment.PERSONAL_DATA_KEYS),
  pushHosts: environment.PUSH_HOSTS,
  vlibrasUrl: environment.VLIBRAS_URL,
  webhookLoopback: environment.WEBHOOK_ALLOW_LOOPBACK,
  initialCredits: environment.CREDITS_GRANT,
  limits: environment.RATE_LIMITS,
});
const workers = await startCommandWorkers(service, workQueue);
const observation = new Observation({
  service: 'command',
  log: logger,
  pools: { command: pool, log: logPool },
  dataDir: environment.DATA_DIR,
  checks: [databaseCheck(pool), logCheck(log.eventStore), queueCheck(workQueue)],
});
serveApiTokens(observation.app, service.apiTokens);
const securityLog = await openSecurityLog({ pool, logger, digestKey: environment.DIGEST_KEY });
const app = await buildCommandApp(service, {
  trustedProxies: environment.TRUSTED_PROXIES,
  securityLog,
  transfers: transferLimits(environment),
  hosts: servedHosts(environment, environment.PUBLIC_URL),
  publicUrl: environment.PUBLIC_URL,
  onAnswered: observation.metrics.onAnswered,
});
/** Public keys of the tokens, for the services that run elsewhere (their JWKS_URL). */
app.get('/.well-known/jwks.json', { config: { anyHost: true } }, () => service.keys());
await observation.listen({ host: environment.INTERNAL_HOST, port: environment.INTERNAL_PORT ?? 4411 });
await app.listen({ host: environment.HOST, port: environment.PORT ?? 4401 });
await notePublicUrl(pool, environment.PUBLIC_URL.replace(/\/$/, ''));

/** Ends what is in flight first: requests, jobs, then what they write to. */
stopOnSignal(logger, async () => {
  await Promise.all([app.close(), observation.close()]);
  await securityLog.close();
  await workers.stop();
  await service.close();
  await workQueue.close();
  await log.close();
  await Promise.all([pool.end(), logPool.end()]);
  await tracing.close();
});
await giveBackStartMemory();
