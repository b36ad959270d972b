import { expect, test } from 'vitest';

import { lastDays, periodFault, periodQuery, readPeriod } from './period.ts';

test.each([
  [
    { from: '2026-11-01', to: '2026-11-30' },
    { from: '2026-11-01', to: '2026-11-30' },
  ],
  [{ from: '2026-02-30' }, {}],
  [{ from: '01/11/2026', to: 20261130 }, {}],
  [{ to: '2024-02-29' }, { to: '2024-02-29' }],
  [{}, {}],
])('%j is read as %j', (raw, period) => {
  expect(readPeriod(raw)).toEqual(period);
});

test('a period ends no sooner than it begins', () => {
  expect(periodFault({ from: '2026-11-02', to: '2026-11-01' })).toBe('A data final vem antes da inicial');
  expect(periodFault({ from: '2026-11-01', to: '2026-11-01' })).toBeUndefined();
  expect(periodFault({ from: '2026-11-01' })).toBeUndefined();
});

test('asks for the days it has', () => {
  expect(periodQuery({ from: '2026-11-01' })).toEqual({ initialDate: '2026-11-01' });
});

test('counts days on the calendar of Brasília', () => {
  const lateEvening = new Date('2026-11-21T01:30:00Z');
  expect(lastDays(1, lateEvening)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  expect(lastDays(30, lateEvening)).toEqual({ from: '2026-10-22', to: '2026-11-20' });
});
