import type { Position } from '@lacre/event-store';

export type LogKind = 'postgres' | 'kurrentdb';

/** Where a log lives, as operators read it: no credentials. */
export interface LogPlace {
  kind: LogKind;
  /** Hosts and ports of a server of its own; empty in the database. */
  at: string;
}

/** What a log says of itself. */
export interface LogIdentity {
  installationId: string;
  /** Every history it has had, the present one last. */
  epochs: readonly string[];
  /** Where its last move went; undefined for a log that never moved, or was adopted since. */
  movedTo?: LogKind | undefined;
}

interface LogFacts {
  place: LogPlace;
  isEmpty: boolean;
  identity: LogIdentity | undefined;
}

/** What the database knows of the installation. */
export interface DatabaseIdentity {
  installationId: string;
  epoch: string;
  /** False from before the log's first event is written until it is known to be there. */
  hasBegun: boolean;
  log: LogPlace;
}

export interface DatabaseFacts {
  identity: DatabaseIdentity | undefined;
  /** Whether it holds anything that was derived from a log, or keys of personal data in one. */
  isUsed: boolean;
  /** Checkpoints that lie after the log's end, by table or read model. */
  ahead: readonly string[];
  /** Checkpoints that are no place in any log, or of another of its histories. */
  misplaced: readonly string[];
  /** Whether the last event that the database saw acknowledged is in the log. */
  seenIsThere: boolean;
  /** What the log has after the last event that the database saw: what a process that was killed leaves, or more. */
  later: 'none' | 'moments' | 'more';
  /** People whose keys the log's newest events need and the database lacks. */
  keysLacking: number;
}

/** What a store carries beside its content, to know whose it is. */
export interface Mark {
  installationId: string;
  /** The log's epoch when it was marked; undefined in marks from before they had one. */
  epoch?: string | undefined;
  /** How often it was marked, at each start, now and then in use, and at the stop: a copy from earlier says less. */
  opened: number;
}

/** What the database remembers of a mark. */
export interface KnownMark extends Mark {
  /** What is written to the mark next, or was: more than that is in it only where the database is the older one. */
  announced: number;
  /** Where the store was when it was marked last; undefined from before that was noted. */
  place?: Pick<StoreIdentity, 'kind' | 'where'> | undefined;
}

export type StoreName = 'keys' | 'blobs' | 'seal-keys';

/** What a store is kept in. */
export type StoreKind = 'database' | 'folder' | 's3';

/** What a store is, beside what it holds. */
export interface StoreIdentity {
  name: StoreName;
  kind: StoreKind;
  /** For people: a folder, a schema, a bucket. */
  where: string;
}

/** Something beside log and database that belongs to one installation: keys, files, authorities. */
export interface MarkedStore extends StoreIdentity {
  read(): Promise<Mark | undefined>;
  /** Resolves once the mark survives a loss of power. */
  write(mark: Mark): Promise<void>;
  /** Whether there is anything in it, marked or not. */
  holdsData(): Promise<boolean>;
}

export interface StoreFacts extends StoreIdentity {
  mark: Mark | undefined;
  /** What the database remembers of its mark. */
  known: KnownMark | undefined;
  holdsData: boolean;
}

export interface Facts {
  log: LogFacts;
  database: DatabaseFacts;
  stores: readonly StoreFacts[];
}

/** A checkpoint as it stands in the database. */
export interface Checkpoint {
  name: string;
  position: Position;
}
