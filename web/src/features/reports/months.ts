import { dayOf } from '@/lib/format/day.ts';
import { perLocale } from '@/lib/format/lazily.ts';

import type { ReportPeriod } from './search.ts';

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
export function monthsOf(
  period: ReportPeriod,
  now: Date = new Date(),
): { fromMonth: string; toMonth: string } {
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

const longName = perLocale(
  (language) => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const shortName = perLocale(
  (language) => new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }),
);
const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** "março de 2026". */
export const monthName = (month: string): string => longName().format(firstOf(month));

/** "mar", and "jan 26" where a year begins. */
export const monthLabel = (month: string): string => {
  const name = shortName().format(firstOf(month)).replace('.', '');
  return month.endsWith('-01') ? `${name} ${month.slice(2, 4)}` : name;
};
