import type { Principal } from '@lacre/access';
import { TIME_ZONE } from '@lacre/contracts';
import type { JsonObject } from '@lacre/event-store';

/** What an export says of itself: of which account, when and by which filters it was made. */
export function aboutExport({ tenantId }: Principal, query: { format: string }, now: Date): JsonObject {
  const given = Object.entries(query).filter(([name, value]) => name !== 'format' && value !== undefined);
  return { tenantId, exportedAt: now.toISOString(), filters: Object.fromEntries(given) };
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-03-09 23:59:59` in Brasília, which spreadsheets know as a moment and sort. */
export const inBrasilia = (at: string): string => clock.format(new Date(at));
