import { createTenantMoves, holdAppends, type TenantMoves } from '@lacre/access';
import { streams } from '@lacre/contracts';
import { inEpoch, type EventStore } from '@lacre/event-store';
import type { KurrentDbEventStoreOptions } from '@lacre/event-store/kurrentdb';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { shareSubscriptions } from '@lacre/event-store/shared';
import { observeEventStore, observeWorkQueue } from '@lacre/observability';
import { protectEventStore, type PersonalData, type ProtectOptions } from '@lacre/personal-data';
import { migrateKeys, openMentionIndex, openPostgresKeys } from '@lacre/personal-data/postgres';
import { migrate } from '@lacre/postgres';
import type { WorkQueue } from '@lacre/work-queue';
import { openPostgresWorkQueue, workQueueSchema } from '@lacre/work-queue/postgres';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import type { Environment } from './environment.ts';
import { holdJobs } from './hold-jobs.ts';
import type { MarkedStore } from './installation/facts.ts';
import { guardedStore } from './installation/guarded-store.ts';
import { migrateInstallation } from './installation/installation-table.ts';
import type { Verdict } from './installation/judge.ts';
import { keysMark } from './installation/keys-mark.ts';
import { LogGuard } from './installation/log-guard.ts';
import { logPlace } from './installation/log-place.ts';
import { MarkKeeper } from './installation/mark-keeper.ts';
import { assertOwnKeys, type OwnKeys } from './installation/own-keys.ts';
import {
  assertAccepted,
  examine,
  markAgain,
  settle,
  type InstallationRefused,
} from './installation/settle.ts';
import { WriterLock } from './installation/writer-lock.ts';
import { natsAccess, type NatsSettings } from './nats-access.ts';

export interface StoreOptions {
  /** Where the log or the queue lives unless a server of its own is named. */
  pool: Pool;
  logger: Logger;
}

type QueueSettings = NatsSettings & Partial<Pick<Environment, 'NATS_URL' | 'NATS_REPLICAS'>>;

/**
 * serve: the log is refused unless it is this installation's, which gets its identity if it has none yet. look: the
 * same, and nothing is written. examine: whatever the log is, what was found is reported, and reading it is the
 * caller's risk.
 */
export type LogAccess = 'serve' | 'look' | 'examine';

export interface LogStoreOptions extends StoreOptions {
  /** What the names of streams begin with in KurrentDB. */
  prefix: string;
  /** Called with events in the installation's streams that it did not write; they are passed over. */
  onForeign?: KurrentDbEventStoreOptions['onForeign'];
}

export interface LogOptions extends LogStoreOptions {
  /** Of personal data: 32 bytes each, the current one first. */
  masterKeys: readonly Buffer[];
  /** What else the caller was given of the installation's keys. */
  ownKeys?: OwnKeys;
  onDamaged?: ProtectOptions['onDamaged'];
  /** What else belongs to the installation and is used by the caller; the keys of personal data always do. */
  stores?: readonly MarkedStore[];
  /** Default serve. */
  access?: LogAccess;
  /**
   * Told once when the log is no longer the one that it was found to be: nothing goes through from then on, and the
   * process ends. By default as an uncaught error.
   */
  onRefused?: (error: InstallationRefused) => void;
}

const endUncaught = (error: InstallationRefused): void =>
  void setImmediate(() => {
    throw error;
  });

/** The log as every service reads and writes it, and what is known of the personal data in it. */
export interface Log {
  /** Takes nothing of tenants that are being moved, or are elsewhere. */
  eventStore: EventStore;
  personalData: PersonalData;
  /** Which tenants those are. */
  tenantMoves: TenantMoves;
  /** Whether log, database and stores are of one installation; refused only where the caller was to examine it. */
  verdict: Verdict;
  /** Ends subscriptions and what was opened; the pool stays open. */
  close(): Promise<void>;
}

/**
 * The log: KurrentDB when `url` is given, else in Postgres; personal data in it encrypted, with keys in Postgres. The
 * one place that puts this together: nothing of the product reads or writes the log without it, and none that is
 * another installation's is ever written to.
 *
 * @throws InstallationRefused, MasterKeyMissing, KeysOfAnother
 */
export async function openLog(url: string | undefined, options: LogOptions): Promise<Log> {
  const { pool, logger, masterKeys, onDamaged, onRefused = endUncaught } = options;
  const place = logPlace(url);
  const guard = new LogGuard({ pool, place, logger, onRefused });
  const lock = new WriterLock(pool, logger);
  const store = await openLogItself(url, options, (log) => guard.confirm(log));
  const end = async () => {
    await guard.close();
    await lock.close();
    await store.close();
  };
  try {
    const verdict = await identify(url, store, lock, options);
    const dated = verdict.kind === 'ours' ? await held(store, { guard, lock }, verdict, options) : store;
    const keeper = keeperOf(verdict, guard, options);
    const logInSameDatabase = url === undefined;
    const keys = await openPostgresKeys({ pool, masterKeys, logInSameDatabase, log: logger });
    const whole = observeEventStore(shareSubscriptions(protectEventStore(dated, keys, { onDamaged })));
    const tenantMoves = createTenantMoves({ eventStore: whole, logger });
    const eventStore = holdAppends(whole, tenantMoves);
    return {
      eventStore,
      tenantMoves,
      personalData: { keys, mentions: openMentionIndex({ pool, store: dated }) },
      verdict,
      close: async () => {
        await guard.close();
        await keeper?.close();
        await eventStore.close();
        await lock.close();
        await keys.close();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function keeperOf(
  verdict: Verdict,
  guard: LogGuard,
  { pool, logger, stores = [], access = 'serve' }: LogOptions,
): MarkKeeper | undefined {
  if (access !== 'serve' || verdict.kind !== 'ours') return undefined;
  const marked = { pool, stores: [keysMark(pool), ...stores] };
  return new MarkKeeper(
    () => (guard.isRefused ? undefined : guard.latest),
    () => markAgain(marked, verdict),
    logger,
  );
}

/** The log is reached only through what holds it to be the installation's, and its writers apart from its movers. */
async function held(
  store: EventStore,
  { guard, lock }: { guard: LogGuard; lock: WriterLock },
  { installationId, epoch }: Extract<Verdict, { kind: 'ours' }>,
  { access = 'serve' }: LogOptions,
): Promise<EventStore> {
  await guard.hold({ installationId, epoch: epoch.name }, store);
  lock.onTaken = () => guard.confirm(store);
  // Who looks needs the lock only once it appends, which a command of an operator does at its end.
  const needsLock = (what: 'append' | 'read'): boolean => what === 'append' || access === 'serve';
  const dated = inEpoch(store, epoch, (seen) => guard.see(seen));
  return guardedStore(dated, {
    isOpen: (what) => !guard.isRefused && (lock.isHeld || !needsLock(what)),
    async passed(what) {
      guard.assertOpen();
      if (needsLock(what)) await lock.held();
      guard.assertOpen();
    },
  });
}

/** Neither decrypted nor with epochs, whosever it is. */
export const openLogItself = async (
  url: string | undefined,
  { pool, logger, prefix, onForeign }: LogStoreOptions,
  confirm?: KurrentDbEventStoreOptions['confirm'],
): Promise<EventStore> => {
  if (url === undefined) return createPostgresEventStore({ pool, log: logger });
  const { createKurrentDbEventStore } = await import('@lacre/event-store/kurrentdb');
  return createKurrentDbEventStore({
    connectionString: url,
    prefix,
    log: logger,
    onForeign,
    ...(confirm !== undefined && { confirm }),
  });
};

/** Before anything is written to the log, and before keys are looked for in a database that may be another's. */
async function identify(
  url: string | undefined,
  store: EventStore,
  lock: WriterLock,
  { pool, prefix, masterKeys, ownKeys = {}, stores = [], access = 'serve' }: LogOptions,
): Promise<Verdict> {
  await migrateKeys(pool);
  await migrateInstallation(pool);
  const asked = { store, place: logPlace(url), stores: [keysMark(pool), ...stores] };
  if (access === 'serve') {
    await lock.take();
    const address = url === undefined ? undefined : { url, prefix };
    const nested =
      address &&
      (async () => {
        const { nestedPrefix } = await import('@lacre/event-store/kurrentdb');
        return nestedPrefix(address.url, prefix, streams.installation());
      });
    const ours = await settle({ ...asked, pool, address, masterKeys, ownKeys, nestedPrefix: nested });
    return { kind: 'ours', ...ours };
  }
  const verdict = await examine(pool, asked);
  if (access !== 'look') return verdict;
  assertAccepted(verdict);
  await assertOwnKeys(pool, ownKeys);
  return verdict;
}

/**
 * The work queue: NATS JetStream when its address is given, else in Postgres. Its faults are logged; it heals by
 * itself. Who consumes its jobs says which tenants are being moved, or are elsewhere.
 */
export async function openWorkQueue(
  environment: QueueSettings,
  { pool, logger, tenantMoves }: StoreOptions & { tenantMoves?: TenantMoves },
): Promise<WorkQueue> {
  const queue = await openQueueItself(environment, { pool, logger });
  return tenantMoves === undefined ? queue : holdJobs(queue, { tenantMoves, logger });
}

async function openQueueItself(
  environment: QueueSettings,
  { pool, logger }: StoreOptions,
): Promise<WorkQueue> {
  const { NATS_URL: url, NATS_REPLICAS: replicas } = environment;
  const onFault = (what: string, error: unknown) =>
    logger.warn({ err: error, what }, 'the work queue met a fault');
  if (url !== undefined) {
    const { openNatsWorkQueue } = await import('@lacre/work-queue/nats');
    return observeWorkQueue(
      await openNatsWorkQueue({
        url,
        access: natsAccess(environment),
        ...(replicas !== undefined && { replicas }),
        onFault,
      }),
    );
  }
  await migrate(pool, workQueueSchema);
  return observeWorkQueue(openPostgresWorkQueue({ pool, onFault }));
}
