import type { Epoch } from '@lacre/event-store';

import type { DatabaseIdentity, Facts, LogKind, LogPlace, StoreFacts } from './facts.ts';

/** Why log, database and stores are not taken for one installation. The first word says what is at fault. */
export type Fault =
  | { code: 'log-empty'; known: DatabaseIdentity | undefined; place: LogPlace }
  | { code: 'log-of-another'; known: DatabaseIdentity; installationId: string; place: LogPlace }
  | { code: 'log-without-identity'; known: DatabaseIdentity; place: LogPlace }
  | { code: 'log-older'; ahead: readonly string[]; place: LogPlace }
  | { code: 'log-cut'; place: LogPlace }
  | { code: 'log-unfinished'; known: DatabaseIdentity; place: LogPlace }
  | { code: 'log-moved'; place: LogPlace; to: LogKind }
  /** All fits, and is not what the process began with. */
  | { code: 'changed-in-use'; place: LogPlace }
  | { code: 'prefix-nested'; place: LogPlace; prefix: string; other: string }
  | { code: 'database-empty'; installationId: string | undefined; place: LogPlace }
  | { code: 'database-without-identity'; installationId: string; place: LogPlace }
  | { code: 'database-before-adoption'; place: LogPlace }
  | { code: 'database-older'; keysLacking: number }
  /** The log has come further, and maybe a folder, though no key that the log needs is lacking. */
  | { code: 'database-behind'; store: StoreFacts | undefined }
  | { code: 'checkpoints-misplaced'; names: readonly string[] }
  | { code: 'store-of-another'; store: StoreFacts; installationId: string }
  | { code: 'store-without-mark'; store: StoreFacts; installationId: string }
  | { code: 'store-older'; store: StoreFacts }
  | { code: 'store-alone'; store: StoreFacts }
  /** The store is kept in something else: it was moved, or is to be moved first. */
  | { code: 'store-elsewhere'; store: StoreFacts; place: Pick<StoreFacts, 'kind' | 'where'> };
export type FaultCode = Fault['code'];

export type Verdict =
  | { kind: 'ours'; installationId: string; epoch: Epoch }
  /** Nothing says whose this is: a new installation, or one from before there were identities. */
  | { kind: 'nameless' }
  | { kind: 'refused'; faults: readonly Fault[] };

/** Whether all of it is of one installation. A fault of the log is named alone: what follows from it is none of its own. */
export function judge(facts: Facts): Verdict {
  const fault = faultOfLog(facts) ?? faultOfDatabase(facts);
  const faults = fault === undefined ? facts.stores.flatMap((store) => faultOfStore(facts, store)) : [fault];
  if (faults.length > 0) return { kind: 'refused', faults };
  const { identity } = facts.log;
  const known = facts.database.identity;
  if (identity === undefined || known === undefined) return { kind: 'nameless' };
  const isFirst = identity.epochs[0] === known.epoch;
  return {
    kind: 'ours',
    installationId: known.installationId,
    epoch: { name: known.epoch, isFirst },
  };
}

function faultOfLog({ log, database }: Facts): Fault | undefined {
  const { place, identity } = log;
  const known = database.identity;
  if (log.isEmpty) {
    if (known?.hasBegun === true || database.isUsed) return { code: 'log-empty', known, place };
    return undefined;
  }
  const isOfAnother = known !== undefined && identity?.installationId !== known.installationId;
  if (!isOfAnother && identity?.movedTo !== undefined && identity.movedTo !== place.kind)
    return { code: 'log-moved', place, to: identity.movedTo };
  if (known === undefined) return undefined;
  if (identity === undefined)
    return known.hasBegun ? { code: 'log-without-identity', known, place } : undefined;
  const { installationId, epochs } = identity;
  if (installationId !== known.installationId)
    return { code: 'log-of-another', known, installationId, place };
  if (!epochs.includes(known.epoch)) return { code: 'log-older', ahead: [], place };
  if (known.epoch !== epochs.at(-1)) return undefined;
  // A copy says so by its last event, which it gets after all others; without it, it may lack any of them.
  if (known.log.kind !== place.kind) return { code: 'log-unfinished', known, place };
  return faultOfHistory(place, database);
}

/** The log is the right one: is it all of what the database has seen? */
function faultOfHistory(place: LogPlace, database: Facts['database']): Fault | undefined {
  const { ahead, seenIsThere } = database;
  if (ahead.length > 0) return { code: 'log-older', ahead, place };
  return seenIsThere ? undefined : { code: 'log-cut', place };
}

function faultOfDatabase({ log, database, stores }: Facts): Fault | undefined {
  const { place, identity } = log;
  const { identity: known, isUsed, keysLacking, misplaced } = database;
  if (log.isEmpty) return undefined;
  const installationId = identity?.installationId;
  // Without its keys the log's personal data cannot be read: no database is begun beside a log that has events.
  const isBeingBorn = installationId !== undefined && installationId === known?.installationId;
  if (!isUsed && known?.hasBegun !== true && !isBeingBorn)
    return { code: 'database-empty', installationId, place };
  if (known === undefined && installationId !== undefined)
    return { code: 'database-without-identity', installationId, place };
  if (known === undefined && database.ahead.length > 0)
    return { code: 'log-older', ahead: database.ahead, place };
  if (identity !== undefined && known?.epoch !== identity.epochs.at(-1))
    return { code: 'database-before-adoption', place };
  if (keysLacking > 0) return { code: 'database-older', keysLacking };
  const ahead = stores.find((store) => isAhead(store) && !isOfFormerEpoch(log, store));
  const { later } = database;
  if (later === 'more' || (later === 'moments' && ahead !== undefined))
    return { code: 'database-behind', store: ahead };
  return misplaced.length > 0 ? { code: 'checkpoints-misplaced', names: misplaced } : undefined;
}

/** A store alone that is ahead was backed up after log and database, which does no harm. */
const isAhead = ({ mark, known }: StoreFacts): boolean =>
  mark !== undefined && mark.installationId === known?.installationId && mark.opened > known.announced;

/**
 * Marked in a history of the log that was given up, and not what the database noted of the store then: as `lacre log
 * adopt` counts on from the copy that it finds, one from before it may have been marked more often.
 */
function isOfFormerEpoch({ identity }: Facts['log'], { mark, known }: StoreFacts): boolean {
  if (mark?.epoch === undefined || mark.epoch === known?.epoch) return false;
  return identity?.epochs.slice(0, -1).includes(mark.epoch) === true;
}

function faultOfStore({ log, database }: Facts, store: StoreFacts): Fault[] {
  const { mark, known, holdsData } = store;
  const installationId = database.identity?.installationId;
  if (mark !== undefined && mark.installationId !== installationId)
    return installationId === undefined && log.isEmpty
      ? [{ code: 'store-alone', store }]
      : [{ code: 'store-of-another', store, installationId: mark.installationId }];
  if (known?.place !== undefined && known.place.kind !== store.kind)
    return [{ code: 'store-elsewhere', store, place: known.place }];
  if (mark === undefined && known !== undefined)
    return [{ code: 'store-without-mark', store, installationId: known.installationId }];
  if (
    mark !== undefined &&
    known !== undefined &&
    (mark.opened < known.opened || isOfFormerEpoch(log, store))
  )
    return [{ code: 'store-older', store }];
  if (mark === undefined && holdsData && log.isEmpty && !database.isUsed)
    return [{ code: 'store-alone', store }];
  return [];
}
