import { z } from 'zod';

/** Moments, days and months. */

/** A moment in UTC. There is no year zero in what keeps it (PostgreSQL, 8.5). */
export const timestamp = z.iso
  .datetime()
  .refine((moment) => !moment.startsWith('0000'), 'Data e hora inválidas');
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');
const isKeepable = (at: number): boolean => Number.isNaN(at) || (at >= FIRST_MOMENT && at <= LAST_MOMENT);
/**
 * A moment as a caller gives it: with `Z`, or with any offset (RFC 3339, 5.6). From here on it is a `timestamp`, to the
 * millisecond, so that moments given in different ways are compared as one.
 */
export const moment = z.iso
  .datetime({
    offset: true,
    error: 'Informe data, hora e fuso: 2026-12-01T10:00:00-03:00, ou Z no fim para UTC',
  })
  // A text that is no moment is refused for that alone.
  .refine((text) => isKeepable(Date.parse(text)), 'Data e hora inválidas')
  .transform((text) => new Date(text).toISOString())
  .meta({
    description:
      'Data e hora (RFC 3339) com `Z` ou com o fuso, como `-03:00`; guardadas e respondidas em UTC. Num endereço, o `+` do fuso é escrito `%2B`.',
    examples: ['2026-12-01T10:00:00-03:00'],
  });
/** A day of the calendar, as `timestamp`. */
export const day = z.iso.date('Data inválida').refine((date) => !date.startsWith('0000'), 'Data inválida');
/** A month of the calendar in Brasília: `2026-11`. Months compare as texts. */
export const calendarMonth = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Mês inválido');

/**
 * A day of a month from 1900 on, 29 February in leap years alone (ISO 8601-1, 4.2.1; Gregorian rule): one pattern, so that
 * the description says what the check does.
 */
const DAY_FROM_1900 =
  /^(?:(?:(?:19|[2-9]\d)(?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[3579][26])00)-02-29|(?:19|[2-9]\d)\d\d-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))$/;
export const birthday = z.string().regex(DAY_FROM_1900, 'Data inválida').meta({ format: 'date' });

/** How far ahead of UTC a day may have begun somewhere, milliseconds. */
const FIRST_TO_WAKE_MS = 14 * 3_600_000;
const isTodayOrBefore = (date: string): boolean =>
  // A text that is no date is refused for that alone.
  !/^\d{4}-\d\d-\d\d$/.test(date) ||
  date <= new Date(Date.now() + FIRST_TO_WAKE_MS).toISOString().slice(0, 10);

/** A day that has begun somewhere. */
export const pastDay = (schema: z.ZodString, whenFuture: string): z.ZodString =>
  schema.refine(isTodayOrBefore, whenFuture);
