import { dayOf, isMonth } from '@/lib/format/day.ts';
import { perLocale } from '@/lib/format/lazily.ts';

import { REPORT_PERIODS, type ReportPeriod, type ReportSearch } from './search.ts';

/** Both are in the report: `2026-01`. */
export interface ReportMonths {
  fromMonth: string;
  toMonth: string;
}

/** Years that a report of free choice covers at most: each month is a column of its charts. */
const MOST_YEARS = 5;

/** The periods as people choose them. */
export const periodLabels: Readonly<Record<ReportPeriod, string>> = {
  '12': 'Últimos 12 meses',
  '3': 'Últimos 3 meses',
  '6': 'Últimos 6 meses',
  '24': 'Últimos 24 meses',
  'este-ano': 'Este ano',
  'ano-passado': 'Ano passado',
};

/** The months of a period, both in it: `2026-01`. Today's by Brasília's calendar. */
export function monthsOf(period: ReportPeriod, now: Date = new Date()): ReportMonths {
  const toMonth = dayOf(now).slice(0, 'yyyy-mm'.length);
  const year = Number(toMonth.slice(0, 4));
  if (period === 'este-ano') return { fromMonth: `${year}-01`, toMonth };
  if (period === 'ano-passado') return { fromMonth: `${year - 1}-01`, toMonth: `${year - 1}-12` };
  return { fromMonth: moved(toMonth, 1 - Number(period)), toMonth };
}

function moved(month: string, by: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + by);
  return first.toISOString().slice(0, 'yyyy-mm'.length);
}

/** Every month from one to another. */
export function monthsBetween(fromMonth: string, toMonth: string): string[] {
  const months = [];
  for (let month = fromMonth; month <= toMonth; month = moved(month, 1)) months.push(month);
  return months;
}

/** The months chosen, if both are there, in order and not too far apart. */
export function readMonths({ fromMonth, toMonth }: ReportSearch): ReportMonths | undefined {
  if (!isMonth(fromMonth) || !isMonth(toMonth) || fromMonth > toMonth) return undefined;
  return toMonth < moved(fromMonth, MOST_YEARS * 12) ? { fromMonth, toMonth } : undefined;
}

/** The months of the report. */
export const monthsAsked = (search: ReportSearch): ReportMonths =>
  readMonths(search) ?? monthsOf(search.period ?? REPORT_PERIODS[0]);

/** The months that can be chosen, the newest first: those of the last years, and a chosen one before them. */
export function offeredMonths(chosen: string, now: Date = new Date()): string[] {
  const current = dayOf(now).slice(0, 'yyyy-mm'.length);
  const first = moved(current, 1 - MOST_YEARS * 12);
  const last = chosen > current ? chosen : current;
  return monthsBetween(chosen < first ? chosen : first, last).toReversed();
}

/** With one end moved: the other follows where it would lie on the wrong side of it, or too far away. */
export function withMonth(months: ReportMonths, end: keyof ReportMonths, month: string): ReportMonths {
  const far = (MOST_YEARS * 12 - 1) * (end === 'fromMonth' ? 1 : -1);
  const [nearest, farthest] = [month, moved(month, far)].toSorted();
  const other = end === 'fromMonth' ? 'toMonth' : 'fromMonth';
  const kept = [nearest ?? month, months[other], farthest ?? month].toSorted()[1] ?? month;
  return end === 'fromMonth' ? { fromMonth: month, toMonth: kept } : { fromMonth: kept, toMonth: month };
}

const longName = perLocale(
  (language) => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const mediumName = perLocale(
  (language) => new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
const shortName = perLocale(
  (language) => new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }),
);
const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** "março de 2026". */
export const monthName = (month: string): string => longName().format(firstOf(month));

/** "mar. de 2026", where a whole name does not fit. */
export const monthInShort = (month: string): string => mediumName().format(firstOf(month));

/** "mar", and "jan 26" where a year begins. */
export const monthLabel = (month: string): string => {
  const name = shortName().format(firstOf(month)).replace('.', '');
  return month.endsWith('-01') ? `${name} ${month.slice(2, 4)}` : name;
};
