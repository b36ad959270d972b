import { DerError, type DerElement, element, TAG } from './der.ts';

/** UTCTime until 2049, GeneralizedTime from then on (RFC 5280, 4.1.2.5); whole seconds, rounded down. */
export function x509Time(date: Date): Buffer {
  const digits = digitsOf(date);
  return date.getUTCFullYear() < 2050
    ? element(TAG.utcTime, Buffer.from(`${digits.slice(2)}Z`))
    : element(TAG.generalizedTime, Buffer.from(`${digits}Z`));
}

/**
 * GeneralizedTime with milliseconds when there are any, without trailing zeros (X.690, 11.7). OCSP has
 * whole seconds only (RFC 6960, 4.2.2.1, by RFC 5280, 4.1.2.5.2).
 */
export function generalizedTime(date: Date, precision: 'seconds' | 'milliseconds' = 'seconds'): Buffer {
  const millis = String(date.getUTCMilliseconds()).padStart(3, '0').replace(/0+$/, '');
  const fraction = precision === 'milliseconds' && millis ? `.${millis}` : '';
  return element(TAG.generalizedTime, Buffer.from(`${digitsOf(date)}${fraction}Z`));
}

function digitsOf(date: Date): string {
  return date.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

/** Value of a UTCTime or GeneralizedTime in the forms that RFC 5280 allows. */
export function readX509Time(time: DerElement): Date {
  if (time.tag !== TAG.utcTime) return readGeneralizedTime(time, 'seconds').date;
  const text = textOf(time);
  // RFC 5280, 4.1.2.5.1: two digits from 50 on are of the 20th century.
  return dateOf(`${text >= '50' ? '19' : '20'}${text}`, /^(\d{14})Z$/);
}

/**
 * Value of a GeneralizedTime in DER.
 *
 * @returns `date`, cut to milliseconds, and `text`, the whole of it as it is written
 */
export function readGeneralizedTime(
  time: DerElement,
  precision: 'seconds' | 'fractions',
): { date: Date; text: string } {
  const text = textOf(time.expect(TAG.generalizedTime));
  const form = precision === 'seconds' ? /^(\d{14})Z$/ : /^(\d{14})(?:\.(\d{0,8}[1-9]))?Z$/;
  return { date: dateOf(text, form), text };
}

function textOf(time: DerElement): string {
  // A longer one is none; latin1 gives one character per byte, whatever the byte.
  return Buffer.from(time.content.subarray(0, 40)).toString('latin1');
}

function dateOf(text: string, form: RegExp): Date {
  const [, digits, fraction = ''] = form.exec(text) ?? [];
  if (!digits) throw new DerError('time is not in the form of DER');
  const [year, month, day, hour, minute, second] = [0, 4, 6, 8, 10, 12].map((at) =>
    Number(digits.slice(at, at === 0 ? 4 : at + 2)),
  ) as [number, number, number, number, number, number];
  const millis = fraction === '' ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, millis));
  // Date takes the 31st of a month that has 30 for the 1st of the next; years below 100 for the 20th century.
  const real =
    year >= 1000 &&
    date.getUTCDate() === day &&
    date.getUTCMonth() === month - 1 &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  if (!real) throw new DerError('no such time');
  return date;
}
