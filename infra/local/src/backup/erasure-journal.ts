import { understood } from '@lacre/domain-log';
import { eventsAfter, type EventStore, type Position, type RecordedEvent } from '@lacre/event-store';
import { subjectsIn } from '@lacre/personal-data';
import type { Pool } from 'pg';

import type { BackupFolder } from './backup-folder.ts';
import { comparePositions, eventOf, lineOf } from './backup-log.ts';
import { SUBJECT_KEYS } from './kept-tables.ts';
import type { Manifest } from './manifest.ts';
import { isTableHead, rowsIn, tableLines, type Rows } from './table-rows.ts';

/** The facts that data of a person or user is erased; the end of a key follows them. */
const ERASURES = ['PersonErased', 'UserErased'];

interface Source {
  log: Pick<EventStore, 'readAll' | 'readStream'>;
  pool: Pool;
}

/**
 * Erasures that the log recorded after a position, each with all that its stream says between that position and it: so
 * that they can be put after a log that ends there, and the data is erased again wherever that log is put back. A person
 * that the log does not know up to there is not in it, and has nothing to be erased.
 *
 * Beside the facts stand the keys of those who acted, who may have come after that log; never of the erased.
 */
export async function keepErasures(
  folder: BackupFolder,
  { log, pool }: Source,
  after: Position,
): Promise<Manifest['erasures']> {
  const takenAt = new Date().toISOString();
  const found = new Map<string, readonly RecordedEvent[]>();
  for await (const { stream, revision } of eventsAfter(log, after, { typePrefixes: ERASURES }))
    if (!found.has(stream)) found.set(stream, await tailOf(log, stream, { revision, after }));
  const tails = [...found.values()].filter((tail) => tail.length > 0);
  const events = tails.flat().toSorted((a, b) => comparePositions(a.position, b.position));
  const part = await folder.keepLines(linesOf(events, pool));
  return { ...part, subjects: tails.length, takenAt };
}

/** Empty for a stream that began after the position. */
async function tailOf(
  log: Source['log'],
  stream: string,
  { revision, after }: { revision: bigint; after: Position },
): Promise<readonly RecordedEvent[]> {
  const tail: RecordedEvent[] = [];
  for await (const event of log.readStream(stream)) {
    if (event.revision > revision) break;
    if (comparePositions(event.position, after) <= 0) continue;
    if (event.revision === 0n) return [];
    tail.push(event);
  }
  return tail;
}

const UUID = /^[\da-f-]{36}$/;

async function* linesOf(events: readonly RecordedEvent[], pool: Pool): AsyncGenerator<string> {
  for (const event of events) yield lineOf(event);
  const erased = new Set(events.map((event) => erasedBy(event)?.subject));
  const others = new Set(events.flatMap(subjectsIn).filter((id) => !erased.has(id) && UUID.test(id)));
  if (others.size === 0) return;
  const where = `subject_id in (${[...others].map((id) => `'${id}'`).join(', ')})`;
  yield* tableLines(pool, [{ name: SUBJECT_KEYS, where }]);
}

export interface LaterErasures {
  /** In the order of the log. */
  events: readonly RecordedEvent[];
  /** Of those who acted in them. */
  keys: readonly Rows[];
}

export async function erasuresIn(folder: BackupFolder, { erasures }: Manifest): Promise<LaterErasures> {
  const events: RecordedEvent[] = [];
  const rest: string[] = [];
  for await (const line of folder.linesOf(erasures, 'a parte das eliminações'))
    if (rest.length > 0 || isTableHead(line)) rest.push(line);
    else events.push(eventOf(line));
  return { events, keys: await Array.fromAsync(rowsIn(rest)) };
}

/** Who is erased by an event, and when it was recorded. */
export function erasedBy(event: RecordedEvent): { subject: string; at: string } | undefined {
  const known = understood(event);
  switch (known?.type) {
    case 'PersonErased':
      return { subject: known.data.personId, at: event.recordedAt };
    case 'UserErased':
      return { subject: known.data.userId, at: event.recordedAt };
    default:
      return undefined;
  }
}
