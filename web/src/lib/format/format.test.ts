import { describe, expect, test } from 'vitest';

import { daysUntil, formatBytes, formatDateTime, formatList, plural } from './format.ts';
import { formatPlainDate, formatRelative, initials } from './relative.ts';

test.for([
  ['2026-11-20T02:30:00Z', 0],
  ['2026-11-20T03:30:00Z', 1],
  ['2026-11-21T02:59:59Z', 1],
  ['2026-12-20T12:00:00Z', 31],
  ['2026-11-18T12:00:00Z', -1],
] as const)('counts days on the calendar of Brasília up to %s', ([moment, days]) => {
  expect(daysUntil(moment, new Date('2026-11-19T15:00:00Z'))).toBe(days);
});

describe('moments', () => {
  test('are shown in Brasília time wherever the browser is', () => {
    expect(formatDateTime('2026-11-20T02:05:00Z')).toBe('19/11/2026, 23:05');
  });

  test('a birthday never slips to the day before', () => {
    expect(formatPlainDate('1990-02-01')).toBe('01/02/1990');
  });

  test.each([
    ['2026-11-20T11:59:40Z', 'agora'],
    ['2026-11-20T11:55:00Z', 'há 5 minutos'],
    ['2026-11-20T09:00:00Z', 'há 3 horas'],
    ['2026-11-19T11:00:00Z', 'ontem'],
    ['2026-11-01T12:00:00Z', '01/11/2026'],
    ['2026-11-22T13:00:00Z', 'depois de amanhã'],
  ])('%s is %s', (moment, text) => {
    expect(formatRelative(moment, new Date('2026-11-20T12:00:00Z'))).toBe(text);
  });
});

test.each([
  [0, '0 bytes'],
  [1023, '1.023 bytes'],
  [1536, '2 KB'],
  [20 * 1024 * 1024, '20 MB'],
  [1_468_006, '1,4 MB'],
  [2 * 1024 ** 3, '2 GB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('plurals and lists are Brazilian', () => {
  expect(plural(1, 'documento')).toBe('1 documento');
  expect(plural(0, 'documento')).toBe('0 documentos');
  expect(plural(2, 'signatário')).toBe('2 signatários');
  expect(formatList(['Ana', 'Bruno', 'Carla'])).toBe('Ana, Bruno e Carla');
});

test('initials come from the first and last names', () => {
  expect(initials('Ana Paula de Souza')).toBe('AS');
  expect(initials('  élcio ')).toBe('É');
  expect(initials('')).toBe('');
});
