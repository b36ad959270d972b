import type { EventStore } from '@lacre/event-store';
import type { CopyTarget } from '@lacre/event-store/copy';
import { createKurrentDbEventStore, kurrentDbCopyTarget } from '@lacre/event-store/kurrentdb';
import { postgresCopyTarget } from '@lacre/event-store/postgres';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

interface CopyTargetOptions {
  /** The log itself that events are copied to, at the same address. */
  store: EventStore;
  pool: Pool;
  /** What the names of streams begin with in KurrentDB. */
  prefix: string;
  logger: Logger;
}

/**
 * Runs `work` with the log that takes events as another recorded them, and ends what that needed.
 *
 * @param url of KurrentDB; undefined for the database
 */
export async function withCopyTarget<Result>(
  url: string | undefined,
  { store, pool, prefix, logger }: CopyTargetOptions,
  work: (target: CopyTarget) => Promise<Result>,
): Promise<Result> {
  if (url === undefined) return work(postgresCopyTarget({ pool, store }));
  const target = kurrentDbCopyTarget({ store, connectionString: url, prefix, log: logger });
  try {
    return await work(target);
  } finally {
    target.close();
  }
}

/** Whether a KurrentDB server holds any event under the prefix. @throws EventStoreUnavailable */
export async function holdsEvents(
  url: string,
  { prefix, logger }: Pick<CopyTargetOptions, 'prefix' | 'logger'>,
): Promise<boolean> {
  const store = createKurrentDbEventStore({ connectionString: url, prefix, log: logger });
  try {
    return (await store.head()) !== 'start';
  } finally {
    await store.close();
  }
}
