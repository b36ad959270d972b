import type { EventStore, Position, RecordedEvent } from '../port.ts';
import { eventsAfter } from '../read-log.ts';
import { CopyDiffers, TargetIsAnotherLog } from './errors.ts';
import { factText, LogDigest, type LogFigures } from './log-digest.ts';

/** A log that takes events as another recorded them. */
export interface CopyTarget {
  store: EventStore;
  /**
   * Appends the events as they are: ids, order, revisions and moments. Resolves only when they survive the loss of
   * this process. The caller knows that the log ends right before the first of them, and that there is no other writer.
   */
  write(events: readonly RecordedEvent[]): Promise<void>;
}

export interface CopyProgress {
  /** Events that the target had when the copy began. */
  found: number;
  /** Events written since. */
  written: number;
}

export interface CopyOptions {
  onProgress?: (progress: CopyProgress) => void;
  /** Sees every event of the source, before it is written; what it throws ends the copy. */
  inspect?: (event: RecordedEvent) => void;
  /** Ends the copy between two batches; what was written stays, and the next copy goes on there. */
  signal?: AbortSignal;
}

/** Events of one call of `write`, and what of data and metadata they may hold together. */
const BATCH_EVENTS = 1000;
const BATCH_BYTES = 4_000_000;

/**
 * Brings the target to where the source is. What the target holds already is the checkpoint: each event of it is
 * compared with the source's, so that a copy that was killed anywhere goes on where it was.
 *
 * Commit point: each `write` of a batch. A crash before it leaves the target shorter, after it the batch is found.
 *
 * @throws TargetIsAnotherLog when the target is no beginning of the source; nothing is written then
 */
export async function copyLog(
  source: Pick<EventStore, 'readAll'>,
  target: CopyTarget,
  { onProgress = () => {}, inspect = () => {}, signal }: CopyOptions = {},
): Promise<CopyProgress> {
  const { common, after } = await commonBeginning(source, target.store, inspect);
  const progress: CopyProgress = { found: common, written: 0 };
  onProgress({ ...progress });
  for await (const batch of batchesOf(inspected(eventsAfter(source, after), inspect))) {
    signal?.throwIfAborted();
    await target.write(batch);
    progress.written += batch.length;
    onProgress({ ...progress });
  }
  return progress;
}

/** @throws TargetIsAnotherLog */
async function commonBeginning(
  source: Pick<EventStore, 'readAll'>,
  target: EventStore,
  inspect: (event: RecordedEvent) => void,
): Promise<{ common: number; after: Position | 'start' }> {
  const theirs = inspected(eventsAfter(source), inspect);
  let common = 0;
  let after: Position | 'start' = 'start';
  for await (const copied of eventsAfter(target)) {
    const { value: original, done } = await theirs.next();
    if (done === true || factText(original) !== factText(copied))
      throw new TargetIsAnotherLog(common, copied);
    common += 1;
    after = original.position;
  }
  await theirs.return(undefined);
  return { common, after };
}

async function* inspected(
  events: AsyncIterable<RecordedEvent>,
  inspect: (event: RecordedEvent) => void,
): AsyncGenerator<RecordedEvent, undefined, undefined> {
  for await (const event of events) {
    inspect(event);
    yield event;
  }
}

async function* batchesOf(events: AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedEvent[]> {
  let batch: RecordedEvent[] = [];
  let bytes = 0;
  for await (const event of events) {
    batch.push(event);
    bytes += factText(event).length;
    if (batch.length < BATCH_EVENTS && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

export interface CheckedCopy {
  figures: LogFigures;
  /** For each position that was asked for: that of the same event in the copy, absent when it is before the first. */
  positions: ReadonlyMap<Position, Position>;
}

/**
 * Reads both logs anew, event by event, and counts and hashes each by itself.
 *
 * @param marks positions in the source: of an event, or between two, which is as good as that of the one before
 * @throws CopyDiffers
 */
export async function checkCopy(
  source: Pick<EventStore, 'readAll' | 'comparePositions'>,
  copy: EventStore,
  marks: readonly Position[] = [],
): Promise<CheckedCopy> {
  const waiting = [...marks].toSorted((a, b) => source.comparePositions(a, b));
  const positions = new Map<Position, Position>();
  const [ours, theirs] = [new LogDigest(), new LogDigest()];
  const copies = eventsAfter(copy);
  let last: Position | undefined;
  const settleBefore = (position: Position | 'end'): void => {
    while (waiting[0] !== undefined) {
      if (position !== 'end' && source.comparePositions(waiting[0], position) >= 0) return;
      const mark = waiting.shift()!;
      if (last !== undefined) positions.set(mark, last);
    }
  };
  for await (const original of eventsAfter(source)) {
    const { value: copied, done } = await copies.next();
    if (done === true || factText(original) !== factText(copied))
      throw new CopyDiffers(`${original.stream} ${original.revision} is not in its place in the copy`);
    ours.add(original);
    theirs.add(copied);
    settleBefore(original.position);
    last = copied.position;
  }
  settleBefore('end');
  for await (const copied of copies)
    throw new CopyDiffers(`${copied.stream} ${copied.revision} is in the copy alone`);
  const figures = ours.figures();
  if (figures.sha256 !== theirs.figures().sha256) throw new CopyDiffers('the hashes of the logs differ');
  return { figures, positions };
}
