import { createHash } from 'node:crypto';

import type { RecordedEvent } from '@lacre/event-store';

/** Which events are exported; all when nothing is named. */
export interface ExportScope {
  tenantId?: string | undefined;
  processId?: string | undefined;
}

/**
 * Events as lines of JSON, in the log's order. Each line carries the hash of the one before it and of itself, so that
 * none can be left out, moved or changed without every later hash being another; the last line says how many there were.
 *
 * `hash` is SHA-256 over the hash before (64 hexadecimal digits; zeros at first) and the event's JSON as written.
 */
export async function* exportLines(
  events: AsyncIterable<RecordedEvent>,
  scope: ExportScope,
  onEvent: () => void = () => {},
): AsyncGenerator<string> {
  let hash = '0'.repeat(64);
  let count = 0;
  for await (const event of events) {
    if (!isWithin(event, scope)) continue;
    const text = JSON.stringify({ ...event, revision: Number(event.revision) });
    hash = createHash('sha256').update(hash).update(text).digest('hex');
    count += 1;
    onEvent();
    yield `{"hash":"${hash}","event":${text}}\n`;
  }
  yield `${JSON.stringify({ end: true, count, hash })}\n`;
}

function isWithin({ data, metadata }: RecordedEvent, { tenantId, processId }: ExportScope): boolean {
  if (tenantId !== undefined && metadata['tenantId'] !== tenantId) return false;
  return processId === undefined || data['processId'] === processId;
}

/**
 * Whether an export is whole and unchanged.
 *
 * @returns undefined, or the number of the first line that does not follow from the one before, from 1
 */
export function brokenLine(lines: readonly string[]): number | undefined {
  let hash = '0'.repeat(64);
  for (const [index, line] of lines.entries()) {
    if (index === lines.length - 1) {
      const end = JSON.parse(line) as { end?: boolean; count?: number; hash?: string };
      return end.end === true && end.count === index && end.hash === hash ? undefined : index + 1;
    }
    const text = line.slice('{"hash":"'.length + 64 + '","event":'.length, -1);
    const next = createHash('sha256').update(hash).update(text).digest('hex');
    if (!line.startsWith(`{"hash":"${next}","event":`)) return index + 1;
    hash = next;
  }
  return lines.length + 1;
}
