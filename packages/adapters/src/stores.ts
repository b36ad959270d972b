import type { EventStore } from '@lacre/event-store';
import { createKurrentDbEventStore } from '@lacre/event-store/kurrentdb';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
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

/** The log: KurrentDB when `url` is given, else in Postgres. */
export async function openEventStore(
  url: string | undefined,
  { pool, logger }: StoreOptions,
): Promise<EventStore> {
  return url === undefined
    ? createPostgresEventStore({ pool, log: logger })
    : createKurrentDbEventStore({ connectionString: url, log: logger });
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
