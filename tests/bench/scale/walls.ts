import { measured, measuredSum, type Measured } from './measured.ts';

/** What the simulation supposes; all else is measured. */
export const SUPPOSED = {
  tenants: 1000,
  processesOfATenant: 1_000_000,
  /** A process is held once and made within a year: 250 days of 8 hours. */
  busyHoursOfAYear: 2000,
  /** The busiest moment, times the mean of those hours. */
  peak: 2,
  webhooksOfATenant: 1,
  /** Of a volume, and of what one database is still backed up and restored as, bytes. */
  volumeBytes: 10e12,
  memoryBytes: 64e9,
  /** A relation of PostgreSQL (documentation, appendix K: 32 TB with pages of 8 kB). */
  relationBytes: 32 * 2 ** 40,
  /** What operators wait for: a rebuild of read models, a first backup or a whole audit. */
  nightHours: 8,
  dayHours: 24,
  /** Of one set of the four services, at the defaults (docs/operating/database.md). */
  connectionsOfASet: 97,
  serverConnections: 500,
} as const;

export const PROCESSES = SUPPOSED.tenants * SUPPOSED.processesOfATenant;
/** Processes begun in a second, at the busiest. */
export const PEAK_RATE = (PROCESSES / (SUPPOSED.busyHoursOfAYear * 3600)) * SUPPOSED.peak;

const unit = (...path: string[]): Measured => measured('unit-costs', 0, 'perProcess', ...path);
const BYTES = [0, 'perProcess', 'databaseBytes'] as const;
/** Mails of an installation that has no mail server. */
const NOT_IN_PRODUCTION = 'dev_mailbox';

export const UNITS = {
  events: measured('footprint', 0, 'perDocument', 'events'),
  logBytes: unit('databaseBytes', 'event_store rows'),
  logIndexBytes: unit('databaseBytes', 'event_store indexes'),
  appendsPerSecond: measured('commands', 0, 2, 'appendsPerSecond'),
  foldedPerSecond: measured('rebuild', 0, 'all read models, events/s'),
  /** Of a log whose rows memory has no room for: nearly all of what is supposed here. */
  foldedInBatchesPerSecond: measured('rebuild', 0, 'without room in memory, events/s'),
  readRows: unit('readRows'),
  readBytes: unit('databaseBytes', 'read'),
  otherBytes: measuredSum('unit-costs', BYTES, [
    NOT_IN_PRODUCTION,
    'event_store rows',
    'event_store indexes',
    'read',
  ]),
  databaseBytes: measuredSum('unit-costs', BYTES, [NOT_IN_PRODUCTION]),
  creditEvents: measured('credits', 0, 'figures', 2, 'fromSnapshot', 'eventsRead'),
  creditEventsWithout: measured('credits', 0, 'figures', 2, 'foldedWhole', 'eventsRead'),
  files: measured('footprint', 0, 'perDocument', 'files'),
  fileBytes: measured('footprint', 0, 'perDocument', 'diskBytes'),
  sealMs: measured('seal-job', 0, 'a document of 2 pages', 'p50, ms'),
  productCpuMs: unit('productCpuMs'),
  databaseCpuMs: unit('databaseCpuMs'),
  backupMs: unit('backupMs'),
  fsckMs: measuredSum('unit-costs', [0, 'perProcess', 'fsckMs']),
  fsckAgainMs: measuredSum('unit-costs', [0, 'perProcess', 'fsckAgainMs']),
  deliveries: unit('deliveriesToAWebhook'),
  deliveriesPerSecond: measured('unit-costs', 0, 'webhookDeliveriesPerSecond'),
} as const satisfies Record<string, Measured>;

export const of = (name: keyof typeof UNITS): number => UNITS[name].value;

/** Where one of a part ends, and what goes on from there. */
export interface Wall {
  part: string;
  /** What it is the limit of. */
  limit: string;
  /** Processes that are held, or processes in a second. */
  at: number;
  takenBy: string;
}

const withinMs = (hours: number, msOfOne: number): number => (hours * 3_600_000) / msOfOne;
const { volumeBytes, memoryBytes, relationBytes, nightHours, dayHours } = SUPPOSED;

/** By how many processes there are; the nearest first. */
export const WALLS_BY_SIZE: readonly Wall[] = [
  {
    part: 'fsck, whole',
    limit: `${dayHours} h of one process`,
    at: withinMs(dayHours, of('fsckMs')),
    takenBy: 'built: a run reads only files and seals that none before it found whole',
  },
  {
    part: 'fsck, after one that found all whole',
    limit: `${dayHours} h of one process`,
    at: withinMs(dayHours, of('fsckAgainMs')),
    takenBy: 'designed: read models compared by hash of tenant, a share each night; cells',
  },
  {
    part: 'backup, the first',
    limit: `${dayHours} h of one process`,
    at: withinMs(dayHours, of('backupMs')),
    takenBy: 'built: later runs add what is new; cells',
  },
  {
    part: 'files in a folder',
    limit: `a volume of ${volumeBytes / 1e12} TB`,
    at: volumeBytes / of('fileBytes'),
    takenBy: 'built: S3 (`S3_URL`), which has no such limit',
  },
  {
    part: 'rebuild of read models',
    limit: `one fold in ${nightHours} h`,
    at: (nightHours * 3600 * of('foldedInBatchesPerSecond')) / of('events'),
    takenBy:
      'designed: the rebuild by hash of tenant, one worker each; lists answer from the old target meanwhile',
  },
  {
    part: 'indexes of the log',
    limit: `${memoryBytes / 1e9} GB of memory, since event ids are random`,
    at: memoryBytes / of('logIndexBytes'),
    takenBy: 'designed: the log hash-partitioned by stream; or KurrentDB, whose index is on disk by design',
  },
  {
    part: 'the database',
    limit: `${volumeBytes / 1e12} TB, restored as one`,
    at: volumeBytes / of('databaseBytes'),
    takenBy: 'built: cells of tenants, and the move of one',
  },
  {
    part: 'the table of the log',
    limit: 'a relation of PostgreSQL, 32 TB',
    at: relationBytes / of('logBytes'),
    takenBy: 'designed: hash partitions, or a KurrentDB cluster for each cell',
  },
].toSorted((a, b) => a.at - b.at);

/** By how many processes go through in a second; the nearest first. */
export const WALLS_BY_RATE: readonly Wall[] = [
  {
    part: 'one set of services with its database',
    limit: 'two cores',
    at: 2000 / (of('productCpuMs') + of('databaseCpuMs')),
    takenBy: 'built: more processes of each service; the database alone needs cores of its own',
  },
  {
    part: 'one signer',
    limit: 'a seal after another',
    at: 1000 / of('sealMs'),
    takenBy: 'built: more signers share the queue, as many as its depth asks for',
  },
  {
    part: 'the sender of webhooks',
    limit: `one sender, ${SUPPOSED.webhooksOfATenant} webhook of an account`,
    at: of('deliveriesPerSecond') / (of('deliveries') * SUPPOSED.webhooksOfATenant),
    takenBy: 'built: senders by hash of tenant (`PROJECTOR_PARTITIONS`)',
  },
  {
    part: 'appends to one table',
    limit: '32 writers',
    at: of('appendsPerSecond') / of('events'),
    takenBy: 'designed: hash partitions take the index’s part of it, cells all of it',
  },
  {
    part: 'one projector',
    limit: 'events folded in a second',
    at: of('foldedInBatchesPerSecond') / of('events'),
    takenBy: 'built: projectors by hash of tenant (`PROJECTOR_PARTITIONS`)',
  },
  {
    part: 'connections',
    limit: `${SUPPOSED.serverConnections} of a server, ${SUPPOSED.connectionsOfASet} of a set on two cores`,
    at:
      Math.floor(SUPPOSED.serverConnections / SUPPOSED.connectionsOfASet) *
      (2000 / (of('productCpuMs') + of('databaseCpuMs'))),
    takenBy: 'built: PgBouncer (`DATABASE_DIRECT_URL`), a standby for queries',
  },
].toSorted((a, b) => a.at - b.at);
