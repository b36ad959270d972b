import { afterRecord, atRecord, isBefore, type LogPosition } from './log-position.ts';
import type { LoggedEvent } from './log-records.ts';
import type { StandInLog } from './log.ts';

export type EventFilter = (event: LoggedEvent) => boolean;

export interface LogPage {
  events: LoggedEvent[];
  /** Where the page was read from, and where the next one begins. */
  current: LogPosition;
  next: LogPosition;
  /** How many events were looked at, whether they pass or not. */
  considered: number;
  isEndOfLog: boolean;
}

export interface PageLimits {
  maxCount: number;
  maxSearchWindow: number;
}

/** A page of the log, as the server reads it (`AllReader`): from a place on, that place included. */
export function readForwards(
  log: StandInLog,
  from: LogPosition,
  { maxCount, maxSearchWindow }: PageLimits,
  passes: EventFilter,
): LogPage {
  const page: LogPage = { events: [], current: from, next: from, considered: 0, isEndOfLog: false };
  let index = firstRecordFrom(log, from.commit);
  while (page.events.length < maxCount && page.considered < maxSearchWindow) {
    if (index >= log.indexedCount) return { ...page, isEndOfLog: true };
    const record = log.records[index++]!;
    if (!record.event || isBefore(atRecord(record.position), from)) continue;
    page.considered++;
    if (passes(record.event)) page.events.push(record.event);
    page.next = afterRecord(record.position + BigInt(record.sizeBytes));
  }
  return page;
}

/** Backwards from a place: events that end at it or before it. */
export function* readBackwards(
  log: StandInLog,
  from: LogPosition,
  passes: EventFilter,
): Generator<LoggedEvent> {
  let index = Math.min(firstRecordFrom(log, from.commit), log.indexedCount) - 1;
  for (; index >= 0; index--) {
    const record = log.records[index]!;
    const end = atRecord(record.position + BigInt(record.sizeBytes));
    if (record.event && !isBefore(from, end) && passes(record.event)) yield record.event;
  }
}

function firstRecordFrom(log: StandInLog, position: bigint): number {
  let [low, high] = [0, log.records.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (log.records[middle]!.position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
