/** A stretch of days, both of them in it, as addresses and the API write them: "2026-11-20". */
export interface Period {
  from?: string;
  to?: string;
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Whether the text is a day that the calendar has. */
function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !DAY.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
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

const brasilia = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The last days up to today, on Brasília's calendar. @param days 1 is today alone */
export function lastDays(days: number, now: Date = new Date()): Required<Period> {
  const to = brasilia.format(now);
  const first = new Date(`${to}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - (days - 1));
  return { from: first.toISOString().slice(0, 10), to };
}
