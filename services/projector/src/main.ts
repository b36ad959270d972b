import { openEventStore, openWorkQueue, readEnvironment } from '@lacre/adapters';
import { createSmtpMailer } from '@lacre/mailer';
import { createPool } from '@lacre/postgres';
import pino from 'pino';

import { startProjectorWorkers } from './start-projector-workers.ts';

/** The projector on its own, wired from the environment, until SIGTERM or SIGINT. */
const environment = readEnvironment();
const logger = pino({ level: environment.LOG_LEVEL, name: 'projector' });
const { DATABASE_URL, SMTP_URL, PUBLIC_URL, MAIL_FROM } = environment;
if (DATABASE_URL === undefined || SMTP_URL === undefined || PUBLIC_URL === undefined)
  throw new Error('the projector needs DATABASE_URL, SMTP_URL and PUBLIC_URL');

const open = (applicationName: string, max: number) =>
  createPool(DATABASE_URL, { max, applicationName, log: logger });
const pools = {
  projector: open('projector', 8),
  log: open('projector-log', 6),
  queue: open('projector-queue', 6),
};
const eventStore = await openEventStore(environment.EVENT_STORE_URL, { pool: pools.log, logger });
const queue = await openWorkQueue(environment.NATS_URL, { pool: pools.queue, logger });
const from = /^(?<name>.*?)\s*<(?<address>[^<>]+)>$/.exec(MAIL_FROM)?.groups;
const mailer = createSmtpMailer({
  url: SMTP_URL,
  from: { name: from?.['name'] ?? '', address: from?.['address'] ?? MAIL_FROM },
});

const workers = await startProjectorWorkers({
  pool: pools.projector,
  eventStore,
  queue,
  mailer,
  logger,
  publicUrl: PUBLIC_URL,
});
logger.info('the projector runs');

let stopping: Promise<void> | undefined;
const stop = (): void => {
  stopping ??= (async () => {
    await workers.stop();
    await queue.close();
    await eventStore.close();
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
  })();
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
