import { dayOf, isDay } from '@/lib/format/day.ts';

/** A stretch of days, both of them in it, as addresses and the API write them: "2026-11-20". */
export interface Period {
  from?: string;
  to?: string;
}

/** Reads the days of an address; what is no day is left out. */
export function readPeriod(raw: Record<string, unknown>): Period {
  return {
    ...(isDay(raw['from']) ? { from: raw['from'] } : {}),
    ...(isDay(raw['to']) ? { to: raw['to'] } : {}),
  };
}

/** What is wrong with a period, if anything. */
export function periodFault({ from, to }: Period): string | undefined {
  return from !== undefined && to !== undefined && to < from
    ? 'A data final vem antes da inicial'
    : undefined;
}

/** As the API's query has it. */
export const periodQuery = ({ from, to }: Period): { initialDate?: string; endDate?: string } => ({
  ...(from === undefined ? {} : { initialDate: from }),
  ...(to === undefined ? {} : { endDate: to }),
});

/** The last days up to today, on Brasília's calendar. @param days 1 is today alone */
export function lastDays(days: number, now: Date = new Date()): Required<Period> {
  const to = dayOf(now);
  const first = new Date(`${to}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - (days - 1));
  return { from: first.toISOString().slice(0, 10), to };
}
