import { expect, test } from 'vitest';

import { generalizedTime, readGeneralizedTime, readX509Time, x509Time } from './der-time.ts';
import { DerError, element, readDer, TAG } from './der.ts';

const utc = (text: string): Date => readX509Time(readDer(element(TAG.utcTime, Buffer.from(text))));
const generalized = (text: string, precision: 'seconds' | 'fractions' = 'fractions'): Date =>
  readGeneralizedTime(readDer(element(TAG.generalizedTime, Buffer.from(text))), precision).date;

test.for([
  '1950-01-01T00:00:00.000Z',
  '1999-12-31T23:59:59.000Z',
  '2000-02-29T00:00:00.000Z',
  '2049-12-31T23:59:59.000Z',
  '2050-01-01T00:00:00.000Z',
  '2999-06-15T12:30:00.000Z',
])('%s is written and read back as the same moment', (iso) => {
  const date = new Date(iso);
  expect(readX509Time(readDer(x509Time(date)))).toEqual(date);
  expect(readGeneralizedTime(readDer(generalizedTime(date)), 'seconds').date).toEqual(date);
});

test('two digits from 50 on are of the 20th century', () => {
  expect(utc('491231235959Z').getUTCFullYear()).toBe(2049);
  expect(utc('500101000000Z').getUTCFullYear()).toBe(1950);
});

test('fractions beyond milliseconds are kept in the text', () => {
  const time = readGeneralizedTime(
    readDer(element(0x18, Buffer.from('20261120120000.123456789Z'))),
    'fractions',
  );
  expect(time).toEqual({ date: new Date('2026-11-20T12:00:00.123Z'), text: '20261120120000.123456789Z' });
  expect(generalized('20261120120000.9999Z')).toEqual(new Date('2026-11-20T12:00:00.999Z'));
});

test.for([
  '2026112012000Z',
  '20261120120000',
  '20261120120000z',
  '20261120120000+0000',
  '20261120120000,5Z',
  '20261120120000.10Z',
  '20261120120000.1234567891Z',
  '20260229000000Z',
  '20261120240000Z',
  '20261120126000Z',
  '20261120120060Z',
  '20261100120000Z',
  '20260020120000Z',
  '00261120120000Z',
  '20261120120000Z ',
  '２0261120120000Z',
  '',
])('refuses the time %s', (text) => {
  expect(() => generalized(text)).toThrow(DerError);
});

test('refuses a fraction where none may stand, and a time of another kind', () => {
  expect(() => generalized('20261120120000.5Z', 'seconds')).toThrow(DerError);
  expect(() => utc('20261120120000Z')).toThrow(DerError);
  expect(() => generalized('261120120000Z')).toThrow(DerError);
  expect(() => readX509Time(readDer(Buffer.of(4, 0)))).toThrow(DerError);
});
