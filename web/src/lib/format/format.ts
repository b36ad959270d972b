import { TIME_ZONE } from '@lacre/contracts/time-zone';

import { translationOf } from '@/lib/language/language.ts';

import { dayOf } from './day.ts';
import { perLocale } from './lazily.ts';

/** Where months may come before days, a number says too little. */
const moments = (more: Intl.DateTimeFormatOptions) =>
  perLocale(
    (language) =>
      new Intl.DateTimeFormat(language, {
        dateStyle: language === 'pt-BR' ? 'short' : 'medium',
        timeZone: TIME_ZONE,
        ...more,
      }),
  );
const numbers = (more: Intl.NumberFormatOptions) =>
  perLocale((language) => new Intl.NumberFormat(language, more));

/** Whose clock it is: said where the reader may think of another. */
const clocked = (time: string) => time + String(translationOf(', no horário de Brasília') ?? '');

const dateTime = moments({ timeStyle: 'short' });
const exactDateTime = moments({ dateStyle: 'long', timeStyle: 'medium' });
const date = moments({});
const integer = numbers({});
const oneDecimal = numbers({ maximumFractionDigits: 1 });
const list = perLocale((language) => new Intl.ListFormat(language, { type: 'conjunction' }));

/** "20/11/2026, 14:05", Brasília time. */
export function formatDateTime(moment: string | Date): string {
  return clocked(dateTime().format(new Date(moment)));
}

/** "20 de novembro de 2026 às 14:05:09", Brasília time. */
export function formatExactDateTime(moment: string | Date): string {
  return clocked(exactDateTime().format(new Date(moment)));
}

/** "20/11/2026", Brasília time. */
export function formatDate(moment: string | Date): string {
  return date().format(new Date(moment));
}

/** Days on Brasília's calendar from today to a moment: 0 is today, 1 tomorrow. */
export function daysUntil(moment: string | Date, now: Date = new Date()): number {
  return Math.round((calendarDay(new Date(moment)) - calendarDay(now)) / 86_400_000);
}

const calendarDay = (moment: Date): number => Date.parse(dayOf(moment));

/** "1.234". */
export function formatNumber(value: number): string {
  return integer().format(value);
}

/** "1,4 MB"; units of 1024 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return plural(bytes, 'byte');
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${integer().format(Math.round(kilobytes))} KB`;
  const megabytes = kilobytes / 1024;
  if (megabytes < 1024) return `${oneDecimal().format(megabytes)} MB`;
  return `${oneDecimal().format(megabytes / 1024)} GB`;
}

/** "Ana, Bruno e Carla". */
export function formatList(items: readonly string[]): string {
  return list().format(items);
}

/** `plural(2, 'documento')` is "2 documentos"; pass the plural when it is not a mere "s". */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${integer().format(count)} ${count === 1 ? singular : many}`;
}
