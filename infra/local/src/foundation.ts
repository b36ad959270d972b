import { join } from 'node:path';

import type { TenantMoves } from '@lacre/access';
import {
  assertEngines,
  changingAddress,
  blobPlace,
  observeMailer,
  observeSms,
  openLog,
  openSmsGateway,
  openSmtpMailer,
  openWorkQueue,
  placeInAddress,
  poolAccess,
  sealKeysMark,
  type EngineFault,
  type EngineSetting,
  type SettingsOf,
  type InstallationRefused,
  type S3Settings,
} from '@lacre/adapters';
import type { RekeyableBlobStore } from '@lacre/blob-store';
import type { EventStore } from '@lacre/event-store';
import { mailboxSchema, openMailbox, type Mailbox, type Mailer, type SmsSender } from '@lacre/mailer';
import type { PersonalData } from '@lacre/personal-data';
import { openSecrets, type Secrets as IntegrationSecrets } from '@lacre/personal-data/secrets';
import { createPool, ensureDatabase, migrate, startEmbeddedPostgres } from '@lacre/postgres';
import type { WorkQueue } from '@lacre/work-queue';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { databaseAddress, rememberDatabaseAddress } from './addresses.ts';
import { assertDatabaseThere } from './assert-database.ts';
import { assertRestored } from './backup/unfinished-restore.ts';
import { loadSecrets, ownKeysIn, type Secrets } from './secrets.ts';
import { StartRefused } from './start-refused.ts';

const DATABASE = 'lacre';
const ENGINES: readonly EngineSetting[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'EVENT_STORE_URL',
  'NATS_URL',
  'DATA_DIR',
  'S3_URL',
  'SMTP_URL',
  'TSA_URL',
  'GOTENBERG_URL',
];
/** Connections of each part: commands and queries are many and short, the rest few. */
const CONNECTIONS = {
  command: 16,
  log: 16,
  query: 12,
  projector: 8,
  signer: 6,
  queue: 8,
  mailbox: 2,
} as const;
type Part = keyof typeof CONNECTIONS;

/** What every service stands on: the database, the log, the queue, files and mail. */
export interface Foundation {
  pools: Record<Part, Pool>;
  eventStore: EventStore;
  tenantMoves: TenantMoves;
  personalData: PersonalData;
  workQueue: WorkQueue;
  blobs: RekeyableBlobStore;
  mailer: Mailer;
  /** Absent when mail leaves by SMTP and no gateway is named. */
  sms: SmsSender | undefined;
  /** Present when there is no mail server: messages are kept and shown. */
  mailbox: Mailbox | undefined;
  secrets: Secrets;
  /** Secrets of integrators. */
  integrationSecrets: IntegrationSecrets;
  close(): Promise<void>;
}

interface FoundationOptions {
  dataDir: string;
  environment: SettingsOf<'start'>;
  logger: Logger;
  /** Receives each warning of the start check, in Portuguese. */
  tell?: ((line: string) => void) | undefined;
  /** The log is no longer this installation's, or lacks what was in it: nothing reaches it any more. */
  onRefused?: ((error: InstallationRefused) => void) | undefined;
}

/** What is kept of the installation beside log, database and secrets: files and the keys of its seals. */
export const storesOf = (environment: S3Settings, dataDir: string) => [
  blobPlace(environment, dataDir).mark,
  sealKeysMark(join(dataDir, 'seal-keys')),
];

/** The database's address; one that this process started is put on the stack. */
async function openDatabase(
  { dataDir, environment, logger }: FoundationOptions,
  begun: AsyncDisposableStack,
): Promise<string> {
  if (environment.DATABASE_URL !== undefined) return environment.DATABASE_URL;
  const known = await databaseAddress(dataDir);
  if (known !== undefined)
    throw new StartRefused(
      `DATABASE_URL não está definida, e o banco de dados desta instalação fica em ${placeInAddress(known) ?? 'outro servidor'}. Defina DATABASE_URL. Nenhum banco novo foi iniciado.`,
    );
  assertDatabaseThere(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: logger });
  begun.defer(() => postgres.stop());
  return ensureDatabase(postgres.connectionString(), DATABASE);
}

/**
 * Starts or attaches to everything below the services; `close` ends what it started, in the opposite order, as a start
 * does that is refused.
 */
export async function openFoundation(options: FoundationOptions): Promise<Foundation> {
  const begun = new AsyncDisposableStack();
  try {
    return { ...(await begin(options, begun)), close: () => begun.disposeAsync() };
  } catch (error) {
    await begun.disposeAsync();
    throw error;
  }
}

async function begin(
  options: FoundationOptions,
  begun: AsyncDisposableStack,
): Promise<Omit<Foundation, 'close'>> {
  const { dataDir, environment, logger } = options;
  const notice = ({ line, setting }: EngineFault) => {
    logger.warn({ setting }, line);
    options.tell?.(line);
  };
  assertRestored(dataDir);
  await assertEngines(environment, ENGINES, notice, dataDir);
  const secrets = await loadSecrets(dataDir);
  const databaseUrl = await openDatabase(options, begun);
  const pools = Object.fromEntries(
    Object.entries(CONNECTIONS).map(([part, max]) => [
      part,
      createPool(changingAddress('DATABASE_URL', databaseUrl), {
        max,
        applicationName: `lacre-${part}`,
        pipeline: part === 'query' || part === 'projector',
        // Lost jobs are published again from open work, and lost ends of jobs done again to no effect.
        durable: part !== 'queue',
        ...poolAccess(environment, logger),
      }),
    ]),
  ) as Record<Part, Pool>;
  begun.defer(async () => void (await Promise.all(Object.values(pools).map((pool) => pool.end()))));
  const log = await openLog(environment.EVENT_STORE_URL, {
    pool: pools.log,
    logger,
    prefix: environment.EVENT_STORE_PREFIX,
    masterKeys: secrets.personalDataKeys,
    ownKeys: ownKeysIn(secrets),
    stores: storesOf(environment, dataDir),
    ...(options.onRefused !== undefined && { onRefused: options.onRefused }),
  });
  begun.defer(() => log.close());
  // Not before the log was found to be this installation's.
  if (environment.DATABASE_URL !== undefined)
    await rememberDatabaseAddress(dataDir, environment.DATABASE_URL);
  const workQueue = await openWorkQueue(environment, {
    pool: pools.queue,
    logger,
    tenantMoves: log.tenantMoves,
  });
  begun.defer(() => workQueue.close());
  const blobs = await blobPlace(environment, dataDir).open(secrets.blobMasterKey);
  const { SMTP_URL: smtpUrl } = environment;
  if (smtpUrl === undefined) await migrate(pools.mailbox, mailboxSchema);
  const mailbox = smtpUrl === undefined ? openMailbox(pools.mailbox) : undefined;
  const mailer = mailbox ? observeMailer(mailbox) : openSmtpMailer(environment, smtpUrl ?? '');
  const sms = openSmsGateway(environment) ?? (mailbox && observeSms(mailbox.sms));
  return {
    pools,
    eventStore: log.eventStore,
    tenantMoves: log.tenantMoves,
    personalData: log.personalData,
    workQueue,
    blobs,
    mailer,
    sms,
    mailbox,
    secrets,
    integrationSecrets: await openSecrets(pools.command, secrets.personalDataKeys),
  };
}
