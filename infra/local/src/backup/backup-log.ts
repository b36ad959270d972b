import type { EventStore, Position, RecordedEvent } from '@lacre/event-store';

import type { BackupFolder } from './backup-folder.ts';
import { BackupRefused } from './backup-refused.ts';
import type { Segment } from './manifest.ts';

/** Events of one segment, and what of their text it holds. */
const SEGMENT_EVENTS = 20_000;
const SEGMENT_CHARACTERS = 16_000_000;

export const lineOf = ({ revision, ...event }: RecordedEvent): string =>
  JSON.stringify({ ...event, revision: String(revision) });

export function eventOf(line: string): RecordedEvent {
  const event = JSON.parse(line) as Omit<RecordedEvent, 'revision'> & { revision: string };
  return { ...event, revision: BigInt(event.revision) };
}

/** As both stores write them: one number, or two of which the first decides. */
export function comparePositions(a: string, b: string): number {
  const [left, right] = [a, b].map((position) => position.split('/').map(BigInt));
  for (const [n, number] of (left ?? []).entries()) {
    const other = right?.[n] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  return 0;
}

/**
 * Keeps the events as they are stored, personal data encrypted, in segments that are never changed again.
 *
 * @param onEvent sees each of them, before it is kept, and is waited for
 */
export async function keepEvents(
  folder: BackupFolder,
  events: AsyncIterable<RecordedEvent>,
  onEvent: (event: RecordedEvent) => Promise<void>,
): Promise<{ segments: Segment[]; last: RecordedEvent | undefined }> {
  const segments: Segment[] = [];
  let last: RecordedEvent | undefined;
  let lines: string[] = [];
  let characters = 0;
  const keep = async (): Promise<void> => {
    if (last === undefined || lines.length === 0) return;
    const part = await folder.keepLines(lines);
    segments.push({ ...part, events: lines.length, last: last.position });
    lines = [];
    characters = 0;
  };
  for await (const event of events) {
    await onEvent(event);
    const line = lineOf(event);
    lines.push(line);
    characters += line.length;
    last = event;
    if (lines.length >= SEGMENT_EVENTS || characters >= SEGMENT_CHARACTERS) await keep();
  }
  await keep();
  return { segments, last };
}

/**
 * The log of a backup, as far as a copy of it needs it: its segments, and after them what the log said of erasures
 * later on.
 */
export class BackupLog implements Pick<EventStore, 'readAll' | 'comparePositions'> {
  readonly #folder: BackupFolder;
  readonly #segments: readonly Segment[];
  readonly #later: readonly RecordedEvent[];
  #held: { segment: Segment; events: readonly RecordedEvent[] } | undefined;

  /** @param later in the order of the log */
  constructor(folder: BackupFolder, segments: readonly Segment[], later: readonly RecordedEvent[] = []) {
    this.#folder = folder;
    this.#segments = segments;
    this.#later = later;
  }

  comparePositions(a: Position, b: Position): number {
    return comparePositions(a, b);
  }

  /** @throws BackupRefused when a segment is not there, or was altered */
  async *readAll({
    after,
    limit,
  }: {
    after: Position | 'start';
    limit: number;
  }): AsyncGenerator<RecordedEvent> {
    let left = limit;
    for (const segment of this.#segments) {
      if (after !== 'start' && comparePositions(segment.last, after) <= 0) continue;
      const events = laterThan(after, await this.#eventsIn(segment)).slice(0, left);
      yield* events;
      left -= events.length;
      if (left === 0) return;
    }
    yield* laterThan(after, this.#later).slice(0, left);
  }

  async #eventsIn(segment: Segment): Promise<readonly RecordedEvent[]> {
    if (this.#held?.segment === segment) return this.#held.events;
    const number = this.#segments.indexOf(segment) + 1;
    const events: RecordedEvent[] = [];
    for await (const line of this.#folder.linesOf(segment, `a parte ${number} do registro`))
      events.push(eventOf(line));
    if (events.length !== segment.events || events.at(-1)?.position !== segment.last)
      throw new BackupRefused(
        `na cópia de segurança, a parte ${number} do registro não é a que o manifesto diz.`,
      );
    this.#held = { segment, events };
    return events;
  }
}

function laterThan(after: Position | 'start', events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  if (after === 'start') return events;
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePositions(events[middle]!.position, after) > 0) high = middle;
    else low = middle + 1;
  }
  return events.slice(low);
}
