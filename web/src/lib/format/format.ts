import { lazily } from './lazily.ts';

export const TIME_ZONE = 'America/Sao_Paulo';
export const LOCALE = 'pt-BR';

const dateTime = lazily(
  () => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE }),
);
const exactDateTime = lazily(
  () => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'medium', timeZone: TIME_ZONE }),
);
const date = lazily(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'short', timeZone: TIME_ZONE }));
const plainDate = lazily(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'short', timeZone: 'UTC' }));
const relative = lazily(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }));
const integer = lazily(() => new Intl.NumberFormat(LOCALE));
const oneDecimal = lazily(() => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 }));
const list = lazily(() => new Intl.ListFormat(LOCALE, { type: 'conjunction' }));

/** "20/11/2026, 14:05", Brasília time. */
export function formatDateTime(moment: string | Date): string {
  return dateTime().format(new Date(moment));
}

/** "20 de novembro de 2026 às 14:05:09", Brasília time. */
export function formatExactDateTime(moment: string | Date): string {
  return exactDateTime().format(new Date(moment));
}

/** "20/11/2026", Brasília time. */
export function formatDate(moment: string | Date): string {
  return date().format(new Date(moment));
}

/** Days on Brasília's calendar from today to a moment: 0 is today, 1 tomorrow. */
export function daysUntil(moment: string | Date, now: Date = new Date()): number {
  return Math.round((calendarDay(new Date(moment)) - calendarDay(now)) / 86_400_000);
}

function calendarDay(moment: Date): number {
  const [day = '', month = '', year = ''] = date().format(moment).split('/');
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

/** A calendar date without a time zone, such as a birthday: "1990-02-01" reads "01/02/1990". */
export function formatPlainDate(isoDate: string): string {
  return plainDate().format(new Date(`${isoDate}T00:00:00Z`));
}

const STEPS: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
];
const A_WEEK_SECONDS = 7 * 86_400;

/** "agora", "há 5 minutos", "ontem"; a date once the moment is a week away. */
export function formatRelative(moment: string | Date, now: Date = new Date()): string {
  const seconds = (new Date(moment).getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) >= A_WEEK_SECONDS) return formatDate(moment);
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  return step === undefined ? 'agora' : relative().format(Math.trunc(seconds / step.seconds), step.unit);
}

/** The same where it stands alone, as in a table's cell: "Agora". */
export function formatRelativeAlone(moment: string | Date): string {
  return capitalised(formatRelative(moment));
}

/** A sentence by itself: `nome ou email` → `Nome ou email`. */
export const capitalised = (text: string): string =>
  text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);

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

/** Two letters for an avatar: the first of the first and of the last name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toLocaleUpperCase(LOCALE);
}
