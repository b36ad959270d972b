import { expect, it } from 'vitest';

import { monthLabel, monthName, monthsBetween, monthsOf } from './months.ts';

/** In Brasília it is still December. */
const now = new Date('2027-01-01T02:00:00.000Z');

it.each([
  ['12', '2026-01', '2026-12'],
  ['3', '2026-10', '2026-12'],
  ['24', '2025-01', '2026-12'],
  ['este-ano', '2026-01', '2026-12'],
  ['ano-passado', '2025-01', '2025-12'],
] as const)('the period %s goes from %s to %s', (period, fromMonth, toMonth) => {
  expect(monthsOf(period, now)).toEqual({ fromMonth, toMonth });
});

it('lists the months of a period across a year', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(monthsBetween('2026-02', '2026-01')).toEqual([]);
});

it('names months, with the year where one begins', () => {
  expect(monthName('2026-03')).toBe('março de 2026');
  expect([monthLabel('2026-01'), monthLabel('2026-03')]).toEqual(['jan 26', 'mar']);
});
