import type { LoggedEvent } from './log-records.ts';
import { deletedStream, type StandInLog } from './log.ts';

/** What `$$stream` says of a stream's events. */
interface StreamMetadata {
  maxCount: bigint | undefined;
  maxAgeMs: number | undefined;
  truncateBefore: bigint | undefined;
}

const none: StreamMetadata = { maxCount: undefined, maxAgeMs: undefined, truncateBefore: undefined };

export const metastreamOf = (stream: string): string => `$$${stream}`;
export const isMetastream = (stream: string): boolean => stream.startsWith('$$');
export const originalOf = (metastream: string): string => metastream.slice(2);

export const metadataEventType = '$metadata';

/** The metadata in force; of a metastream itself only the last event is kept. */
function metadataOf(
  log: StandInLog,
  stream: string,
  view: 'indexed' | 'written' = 'indexed',
): StreamMetadata {
  if (isMetastream(stream)) return { ...none, maxCount: 1n };
  const last = log.stream(metastreamOf(stream), view).at(-1);
  return last ? parse(last.data) : none;
}

export function isSoftDeleted(log: StandInLog, stream: string, view: 'indexed' | 'written'): boolean {
  return metadataOf(log, stream, view).truncateBefore === deletedStream;
}

/** A soft deletion replaces whatever metadata the stream had. */
export const softDeletion = (): Uint8Array => Buffer.from(`{"$tb":${deletedStream}}`);

/** What writing to a soft-deleted stream makes of its metadata: events before this revision stay gone. */
export function undeletion(log: StandInLog, stream: string, firstRevision: bigint): Uint8Array {
  const last = log.stream(metastreamOf(stream), 'written').at(-1);
  const rest = last ? members(last.data).filter(([key]) => key !== '$tb') : [];
  const tb = `"$tb":${firstRevision}`;
  return Buffer.from(
    `{${[...rest.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`), tb].join(',')}}`,
  );
}

/** The events that a read of the stream may show, in order. */
export function shownEvents(log: StandInLog, stream: string, nowMs: number): readonly LoggedEvent[] {
  const events = log.stream(stream);
  const { maxCount, maxAgeMs, truncateBefore } = metadataOf(log, stream);
  const last = events.at(-1)?.revision ?? -1n;
  let first = truncateBefore ?? 0n;
  if (maxCount !== undefined && last - maxCount + 1n > first) first = last - maxCount + 1n;
  const kept = first > 0n ? events.slice(Number(first)) : events;
  return maxAgeMs === undefined ? kept : kept.filter((event) => event.createdMs >= nowMs - maxAgeMs);
}

/** Metadata with a value that makes no sense counts as none. */
function parse(data: Uint8Array): StreamMetadata {
  const found = Object.fromEntries(members(data));
  const maxCount = integer(found['$maxCount']);
  const maxAgeSeconds = integer(found['$maxAge']);
  const truncateBefore = integer(found['$tb']);
  const isValid = (maxCount ?? 1n) > 0n && (maxAgeSeconds ?? 1n) > 0n && (truncateBefore ?? 0n) >= 0n;
  if (!isValid) return none;
  const maxAgeMs = maxAgeSeconds === undefined ? undefined : Number(maxAgeSeconds) * 1000;
  return { maxCount, maxAgeMs, truncateBefore };
}

/** The members of the JSON; `$tb` may be greater than a number holds, so integers are read as they are written. */
function members(data: Uint8Array): [string, unknown][] {
  try {
    const text = Buffer.from(data).toString('utf8');
    const parsed: unknown = JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
    );
    return typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  } catch {
    return [];
  }
}

function integer(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined;
}
