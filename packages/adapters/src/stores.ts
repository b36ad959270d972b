import type { EventStore } from '@lacre/event-store';
import { createKurrentDbEventStore } from '@lacre/event-store/kurrentdb';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { protectEventStore, type PersonalData, type ProtectOptions } from '@lacre/personal-data';
import { openMentionIndex, openPostgresKeys } from '@lacre/personal-data/postgres';
import { migrate } from '@lacre/postgres';
import type { WorkQueue } from '@lacre/work-queue';
import { openNatsWorkQueue } from '@lacre/work-queue/nats';
import { openPostgresWorkQueue, workQueueSchema } from '@lacre/work-queue/postgres';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

export interface StoreOptions {
  /** Where the log or the queue lives unless a server of its own is named. */
  pool: Pool;
  logger: Logger;
}

export interface LogOptions extends StoreOptions {
  /** What the names of streams begin with in KurrentDB. */
  prefix: string;
  /** Of personal data: 32 bytes each, the current one first. */
  masterKeys: readonly Buffer[];
  onDamaged?: ProtectOptions['onDamaged'];
}

/** The log as everybody reads and writes it, and what is known of the personal data in it. */
export interface Log {
  eventStore: EventStore;
  personalData: PersonalData;
  /** Ends subscriptions and what was opened; the pool stays open. */
  close(): Promise<void>;
}

/**
 * The log: KurrentDB when `url` is given, else in Postgres; personal data in it encrypted, with keys in Postgres. The
 * one place that puts this together: nothing of the product reads or writes the log without it.
 */
export async function openLog(
  url: string | undefined,
  { pool, logger, prefix, masterKeys, onDamaged }: LogOptions,
): Promise<Log> {
  const store =
    url === undefined
      ? await createPostgresEventStore({ pool, log: logger })
      : createKurrentDbEventStore({ connectionString: url, prefix, log: logger });
  const logInSameDatabase = url === undefined;
  const keys = await openPostgresKeys({ pool, masterKeys, logInSameDatabase, log: logger });
  const eventStore = protectEventStore(store, keys, { onDamaged });
  return {
    eventStore,
    personalData: { keys, mentions: openMentionIndex({ pool, store }) },
    close: async () => {
      await eventStore.close();
      await keys.close();
    },
  };
}

/** The work queue: NATS JetStream when `url` is given, else in Postgres. Its faults are logged; it heals by itself. */
export async function openWorkQueue(
  url: string | undefined,
  { pool, logger }: StoreOptions,
): Promise<WorkQueue> {
  const onFault = (what: string, error: unknown) =>
    logger.warn({ err: error, what }, 'the work queue met a fault');
  if (url !== undefined) return openNatsWorkQueue({ url, onFault });
  await migrate(pool, workQueueSchema);
  return openPostgresWorkQueue({ pool, onFault });
}
