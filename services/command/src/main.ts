import { openEventStore, openWorkQueue, readEnvironment } from '@lacre/adapters';
import { REDACTED_PATHS } from '@lacre/http';
import { createSmtpMailer } from '@lacre/mailer';
import { createPool } from '@lacre/postgres';
import pino from 'pino';

import { buildCommandApp, createCommandService, startCommandWorkers } from './index.ts';

/** The command service in a process of its own, on the adapters that the environment names. */
const environment = readEnvironment();
const logger = pino({ level: environment.LOG_LEVEL, redact: [...REDACTED_PATHS] });
const url = required('DATABASE_URL', environment.DATABASE_URL);
const pool = createPool(url, { max: 16, applicationName: 'lacre-command', log: logger });
const log = createPool(url, { max: 16, applicationName: 'lacre-command-log', log: logger });
const eventStore = await openEventStore(environment.EVENT_STORE_URL, { pool: log, logger });
const workQueue = await openWorkQueue(environment.NATS_URL, { pool: log, logger });
const service = await createCommandService({
  eventStore,
  pool,
  mailer: createSmtpMailer({
    url: required('SMTP_URL', environment.SMTP_URL),
    from: addressOf(environment.MAIL_FROM),
  }),
  logger,
  digestKey: secretOf('DIGEST_KEY'),
  proofSecret: secretOf('PROOF_SECRET'),
  identitySecret: secretOf('IDENTITY_SECRET').toString('hex'),
  publicUrl: required('PUBLIC_URL', environment.PUBLIC_URL),
  initialCredits: environment.CREDITS_GRANT,
});
const workers = await startCommandWorkers(service, workQueue);
const app = await buildCommandApp(service, { trustedProxies: environment.TRUSTED_PROXIES });
/** Public keys of the tokens, for the services that run elsewhere (their JWKS_URL). */
app.get('/.well-known/jwks.json', () => service.keys());
await app.listen({ host: environment.HOST, port: environment.PORT ?? 4401 });
logger.info({ address: app.server.address() }, 'the command service listens');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

/** Ends what is in flight first: requests, jobs, then what they write to. */
async function stop(): Promise<void> {
  await app.close();
  await workers.stop();
  await service.close();
  await workQueue.close();
  await eventStore.close();
  await Promise.all([pool.end(), log.end()]);
}

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw new Error(`the environment lacks ${name}`);
  return value;
}

/** 32 random bytes in hexadecimal. */
function secretOf(name: string): Buffer {
  const text = required(name, process.env[name]);
  if (!/^[\da-f]{64}$/i.test(text)) throw new Error(`${name} is 32 bytes in hexadecimal`);
  return Buffer.from(text, 'hex');
}

/** `Lacre <nao-responda@exemplo.com.br>`, or an address alone. */
function addressOf(from: string): { name: string; address: string } {
  const named = /^(?<name>.*?)\s*<(?<address>[^<>]+)>$/.exec(from.trim());
  return { name: named?.groups?.['name'] ?? '', address: named?.groups?.['address'] ?? from.trim() };
}
