import { timelineWords } from '@lacre/contracts/timeline';

import type { TimelineEntry } from '@/entities/process/queries.ts';

/** What one person did at once, or what followed by the rules, over one document or several. */
export type TimelineAct = readonly [TimelineEntry, ...TimelineEntry[]];

/** Done to one document after another: of several, how far each was read is said beside it. */
const READING: ReadonlySet<TimelineEntry['action']> = new Set(['opened', 'read']);
export const isReading = ({ action }: TimelineEntry): boolean => READING.has(action);

/** What is done alike, by the same person and for the same reason. */
function kindOf(entry: TimelineEntry): string {
  const { action, who, personId, reason } = entry;
  return JSON.stringify([action, who.kind, who.name, personId, isReading(entry) ? null : reason]);
}

/**
 * The entries of a log grouped by act, in the order of their first. An act has one moment, so that its entries share it;
 * what follows by the rules, as seals do one by one, is grouped while nothing else happens in between, and so is what one
 * person opens and reads.
 */
export function timelineActs(entries: readonly TimelineEntry[]): TimelineAct[] {
  const acts: [TimelineEntry, ...TimelineEntry[]][] = [];
  for (const entry of entries) {
    const own = entry.documentId === null ? undefined : actOf(entry, acts);
    if (own === undefined) acts.push([entry]);
    else own.push(entry);
  }
  return acts;
}

function actOf(entry: TimelineEntry, acts: readonly [TimelineEntry, ...TimelineEntry[]][]) {
  const kind = kindOf(entry);
  const last = acts.at(-1);
  if (timelineWords[entry.action].byRule === true && last !== undefined && kindOf(last[0]) === kind)
    return last;
  if (isReading(entry)) {
    const others = acts.findLastIndex(([first]) => !isReading(first) || first.personId !== entry.personId);
    return acts.slice(others + 1).find(([first]) => kindOf(first) === kind);
  }
  return acts.findLast(([first]) => first.at === entry.at && kindOf(first) === kind);
}
