import {
  assertEngines,
  endInWords,
  loggerOptions,
  openLog,
  openSmtpMailer,
  openTracing,
  openWorkQueue,
  ownKeysOf,
  poolOpener,
  readEnvironment,
  stopOnSignal,
  giveBackStartMemory,
} from '@lacre/adapters';
import { databaseCheck, logCheck, Observation, queueCheck } from '@lacre/observability';
import { openSecrets } from '@lacre/personal-data/secrets';
import pino from 'pino';

import { observeFollowUps } from './observe-follow-ups.ts';
import { startProjectorWorkers } from './start-projector-workers.ts';

endInWords();

/** The projector in a process of its own, on the adapters that the environment names. */
const environment = readEnvironment('projector');
const logger = pino(loggerOptions(environment, 'projector'));
const tracing = await openTracing('projector', environment, logger);
await assertEngines(
  environment,
  ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'EVENT_STORE_URL', 'NATS_URL', 'SMTP_URL'],
  ({ line, setting }) => logger.warn({ setting }, line),
);
const open = poolOpener(environment, logger);
const pools = {
  projector: open('lacre-projector', environment.DATABASE_POOL_SIZE ?? 8, { pipeline: true }),
  log: open('lacre-projector-log', environment.LOG_POOL_SIZE ?? 6),
  // Lost jobs are published again from open work, and lost ends of jobs done again to no effect.
  queue: open('lacre-projector-queue', environment.QUEUE_POOL_SIZE ?? 6, { durable: false }),
};
const log = await openLog(environment.EVENT_STORE_URL, {
  pool: pools.log,
  logger,
  prefix: environment.EVENT_STORE_PREFIX,
  masterKeys: environment.PERSONAL_DATA_KEYS,
  ownKeys: ownKeysOf(environment),
});
const queue = await openWorkQueue(environment, { pool: pools.queue, logger, tenantMoves: log.tenantMoves });
const workers = await startProjectorWorkers(
  {
    pool: pools.projector,
    eventStore: log.eventStore,
    tenantMoves: log.tenantMoves,
    queue,
    mailer: openSmtpMailer(environment, environment.SMTP_URL),
    logger,
    publicUrl: environment.PUBLIC_URL,
    secrets: await openSecrets(pools.projector, environment.PERSONAL_DATA_KEYS),
    pushHosts: environment.PUSH_HOSTS,
    outlet: { loopback: environment.WEBHOOK_ALLOW_LOOPBACK },
    proofSecret: environment.PROOF_SECRET,
  },
  { partitions: environment.PROJECTOR_PARTITIONS },
);
const observation = new Observation({
  service: 'projector',
  log: logger,
  pools,
  checks: [databaseCheck(pools.projector), logCheck(log.eventStore), queueCheck(queue)],
});
observeFollowUps(observation.metrics, pools.projector, log.eventStore, queue);
await observation.listen({ host: environment.INTERNAL_HOST, port: environment.INTERNAL_PORT ?? 4414 });
logger.info('the projector runs');

stopOnSignal(logger, async () => {
  await observation.close();
  await workers.stop();
  await queue.close();
  await log.close();
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
  await tracing.close();
});
await giveBackStartMemory();
