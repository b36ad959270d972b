import { formatDate } from './format.ts';
import { lazily } from './lazily.ts';

/** Times and names as the screens behind sign-in say them. */

const relative = lazily(() => new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' }));
const plainDate = lazily(() => new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'UTC' }));

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

/** A calendar date without a time zone, such as a birthday: "1990-02-01" reads "01/02/1990". */
export function formatPlainDate(isoDate: string): string {
  return plainDate().format(new Date(`${isoDate}T00:00:00Z`));
}

/** Two letters for an avatar: the first of the first and of the last name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toLocaleUpperCase();
}
