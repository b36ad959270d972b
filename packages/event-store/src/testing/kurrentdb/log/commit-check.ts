import { deletedStream, type StandInLog } from './log.ts';
import type { RecentIds } from './recent-ids.ts';
import { isSoftDeleted, metastreamOf, shownEvents } from './stream-metadata.ts';

/** What an append expects of its stream, as the protocol says it. */
export type ExpectedState = 'any' | 'noStream' | 'streamExists' | bigint;

export type CommitDecision =
  | { kind: 'write'; current: bigint; undelete: boolean }
  /** The same append as one before, whose position is `undefined` when the stream does not show it any more. */
  | { kind: 'known'; revision: bigint; position: bigint | undefined }
  /** Known, but the one before is not replicated yet: dropped, so that it ends in the commit time-out. */
  | { kind: 'dropped' }
  /** Known, with a last event that lies before the first: the server fails to word its answer and gives none. */
  | { kind: 'unanswerable' }
  | { kind: 'wrongExpectedVersion'; current: bigint }
  | { kind: 'deleted' };

/**
 * Whether an append is written (KurrentDB, `IndexWriter.CheckCommit`). A fixed expectation that was met before makes
 * the same ids the same append for ever, from the index; "any" and "stream exists" only as long as the server
 * remembers the ids.
 */
export function checkCommit(
  log: StandInLog,
  recent: RecentIds,
  append: { stream: string; expected: ExpectedState; ids: readonly string[] },
): CommitDecision {
  const { stream, expected } = append;
  const current = log.lastRevision(stream, 'written');
  if (current === deletedStream) return { kind: 'deleted' };
  if (expected === 'any' || expected === 'streamExists') {
    if (expected === 'streamExists') {
      if (isSoftDeleted(log, stream, 'written')) return { kind: 'deleted' };
      if (current < 0n && log.lastRevision(metastreamOf(stream), 'written') < 0n) {
        return { kind: 'wrongExpectedVersion', current };
      }
    }
    return byRecentIds(log, recent, append, current);
  }
  const before = expected === 'noStream' ? -1n : expected;
  if (before > current) return { kind: 'wrongExpectedVersion', current };
  if (before < current) return byIndex(log, append, before, current);
  return { kind: 'write', current, undelete: isSoftDeleted(log, stream, 'written') };
}

/** All ids remembered in this stream: known. None at the front: new. Else a mixture, which is refused. */
function byRecentIds(
  log: StandInLog,
  recent: RecentIds,
  { stream, ids }: { stream: string; ids: readonly string[] },
  current: bigint,
): CommitDecision {
  const revisions: bigint[] = [];
  for (const id of ids) {
    const place = recent.place(id);
    if (place?.stream !== stream) break;
    revisions.push(place.revision);
  }
  const [first, last] = [revisions[0], revisions.at(-1)];
  if (first === undefined || last === undefined) {
    return { kind: 'write', current, undelete: isSoftDeleted(log, stream, 'written') };
  }
  if (revisions.length < ids.length) return { kind: 'wrongExpectedVersion', current };
  return known(log, stream, first, last);
}

/** The ids lie at the very revisions that the expectation puts them. */
function byIndex(
  log: StandInLog,
  { stream, expected, ids }: { stream: string; expected: ExpectedState; ids: readonly string[] },
  before: bigint,
  current: bigint,
): CommitDecision {
  const history = log.stream(stream, 'written');
  const first = Number(before) + 1;
  const same = ids.findIndex((id, offset) => history[first + offset]?.id !== id);
  if (same === -1 && ids.length > 0) return known(log, stream, before + 1n, before + BigInt(ids.length));
  if (same === 0 && expected === 'noStream' && isSoftDeleted(log, stream, 'written')) {
    return { kind: 'write', current, undelete: true };
  }
  return { kind: 'wrongExpectedVersion', current };
}

function known(log: StandInLog, stream: string, first: bigint, last: bigint): CommitDecision {
  if (log.lastRevision(stream) < last) return { kind: 'dropped' };
  if (last - first + 1n < 0n) return { kind: 'unanswerable' };
  const shown = isSoftDeleted(log, stream, 'indexed') ? [] : shownEvents(log, stream, Date.now());
  const position = shown.findLast(({ revision }) => revision === last)?.position;
  return { kind: 'known', revision: last, position };
}
