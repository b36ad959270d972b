import { getHeapStatistics } from 'node:v8';

import type { EventType } from '@lacre/contracts';
import { createDomainLog, type LoggedEvent } from '@lacre/domain-log';

import type { EngineDeps } from './apply-batch.ts';
import type { BuildReport } from './build-progress.ts';
import { BulkFold } from './bulk-fold.ts';
import { BulkWriter } from './bulk-write.ts';
import { BATCH_SIZE, readAhead } from './follow-log.ts';
import { factOf } from './projection.ts';
import { comparePlaces, type Place, type Target } from './target.ts';

/** Bytes of heap for each row that is kept: a row takes about a fourth of it, and is not alone there. */
const HEAP_PER_ROW = 6000;
/** Targets written at once: one connection each. */
const WRITERS = 2;

export interface BulkOptions {
  signal: AbortSignal;
  report: Pick<BuildReport, 'folded' | 'writing' | 'refused'>;
  /** Where in the log it ends. Default: where the log does. */
  upTo?: Place | undefined;
  /** Rows kept in memory. Default: what the heap has room for. */
  mostRows?: number | undefined;
  /** Rows that are worth a COPY. Default: 10,000. */
  manyRows?: number | undefined;
}

/**
 * Folds the log from its beginning into empty targets in memory, as far as there is room, and writes each row once.
 * What comes after that, and a target whose tables refuse a row, is left where its checkpoint says, to be followed
 * event by event.
 *
 * @returns the targets that have their indexes; undefined when it was stopped
 */
export async function buildInBulk(
  deps: EngineDeps,
  targets: readonly Target[],
  options: BulkOptions,
): Promise<ReadonlySet<Target> | undefined> {
  const { signal, report } = options;
  const indexed = new Set<Target>();
  if (targets.length === 0) return indexed;
  const blocked = new Set<string>();
  const writers = targets.map((target) => new BulkWriter(deps, new BulkFold(target, blocked), options));
  for (const writer of writers) await writer.recover();
  const isWhole = await foldInBulk(deps, writers, blocked, options);
  if (isWhole === undefined) return undefined;
  report.writing();
  // The largest first: what is left at the end is done in no time.
  const waiting = writers.toSorted((a, b) => b.bulk.rows - a.bulk.rows);
  await concurrently(WRITERS, waiting, async (writer) => {
    await writer.finish();
    report.refused(writer.bulk.target.id, writer.refusal);
    const { target } = writer.bulk;
    // What is only compared has no readers.
    if (!isWhole || writer.refusal !== undefined || target.state === 'scratch') return;
    await writer.createIndexes();
    indexed.add(target);
  });
  return signal.aborted ? undefined : indexed;
}

/** @returns whether it reached its end of the log; undefined when it was stopped */
async function foldInBulk(
  deps: EngineDeps,
  writers: readonly BulkWriter[],
  blocked: ReadonlySet<string>,
  {
    signal,
    report,
    upTo,
    mostRows = Math.floor(getHeapStatistics().heap_size_limit / HEAP_PER_ROW),
  }: BulkOptions,
): Promise<boolean | undefined> {
  const mine = new AbortController();
  const bulks = writers.map(({ bulk }) => bulk);
  const messages = createDomainLog(deps.eventStore).subscribe({
    after: 'start',
    signal: AbortSignal.any([signal, mine.signal]),
    batchSize: BATCH_SIZE,
  });
  const byType = new Map<EventType, readonly BulkFold[]>();
  const concerned = ({ type, stream }: LoggedEvent): readonly BulkFold[] => {
    // A model that has parked an event of the stream parks the later ones too.
    if (blocked.has(stream)) return bulks;
    let taking = byType.get(type);
    if (taking === undefined)
      byType.set(type, (taking = bulks.filter(({ target }) => type in target.projection.on)));
    return taking;
  };
  const after = (place: Place): number =>
    upTo === undefined ? -1 : comparePlaces(deps.eventStore, place, upTo);
  let writing = Promise.resolve();
  try {
    for await (const message of readAhead(messages)) {
      if (message.kind === 'caughtUp') return true;
      const all = message.kind === 'events' ? message.events : [];
      const isLast = after(message.position) >= 0;
      const events = isLast ? all.filter(({ position }) => after(position) <= 0) : all;
      foldEach(events, concerned);
      const place = isLast && upTo !== undefined ? upTo : message.position;
      for (const bulk of bulks) bulk.place = place;
      if (isLast) return true;
      report.folded(events.length, message.position);
      // What was appended is written while the next events are read and folded.
      await writing;
      writing = concurrently(WRITERS, writers, (writer) => writer.append());
      writing.catch(() => {});
      if (bulks.reduce((rows, bulk) => rows + bulk.rows, 0) > mostRows) return false;
    }
    return undefined;
  } finally {
    mine.abort();
    await writing;
  }
}

function foldEach(
  events: readonly LoggedEvent[],
  concerned: (event: LoggedEvent) => readonly BulkFold[],
): void {
  for (const event of events) {
    const fact = factOf(event);
    for (const bulk of concerned(event)) bulk.fold(event, fact);
  }
}

/** Each of them, so many at once. */
async function concurrently<Item>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: most }, next));
}
