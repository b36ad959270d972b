/** Days of the calendar as addresses and the API write them, "2026-11-23", and as Brazilians do, "23/11/2026". */

import { TIME_ZONE } from '@lacre/contracts/time-zone';

import { lazily } from './lazily.ts';

/** Beside a date field whose text is no day. */
export const INVALID_DAY = 'Data inválida: use dia, mês e ano';

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Whether the text is a day that the calendar has. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !DAY.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Whether the text is a month: "2026-11". */
export const isMonth = (text: unknown): text is string => typeof text === 'string' && MONTH.test(text);

const brasilia = lazily(() => new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE }));

/** The day on Brasília's calendar. */
export const dayOf = (moment: Date): string => brasilia().format(moment);
export const today = (): string => dayOf(new Date());

/** Of a date at midnight here, as calendars have it. */
export const dayOfLocal = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

/** Midnight here. */
export function localDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const local = new Date(2000, month - 1, date);
  local.setFullYear(year, month - 1, date);
  return local;
}
