import { timelineWords } from '@lacre/contracts/timeline';

import type { TimelineEntry } from '@/entities/process/queries.ts';

/** What one person did at once, or what followed by the rules, over one document or several. */
export type TimelineAct = readonly [TimelineEntry, ...TimelineEntry[]];

/** What is done alike, by the same person and for the same reason. */
const kindOf = ({ action, who, personId, reason }: TimelineEntry): string =>
  JSON.stringify([action, who.kind, who.name, personId, reason]);

/**
 * The entries of a log grouped by act, in the order of their first. An act has one moment, so that its entries share it;
 * what follows by the rules, as seals do one by one, is grouped while nothing else happens in between.
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
  return acts.findLast(([first]) => first.at === entry.at && kindOf(first) === kind);
}
