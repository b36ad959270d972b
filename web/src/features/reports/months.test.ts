import { expect, it } from 'vitest';

import {
  monthLabel,
  monthName,
  monthsBetween,
  monthsOf,
  offeredMonths,
  readMonths,
  withMonth,
} from './months.ts';

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

it('offers the months of five years, and one chosen before or after them', () => {
  const months = offeredMonths('2026-01', now);
  expect([months[0], months.at(-1), months.length]).toEqual(['2026-12', '2022-01', 60]);
  expect(offeredMonths('2020-05', now).at(-1)).toBe('2020-05');
  expect(offeredMonths('2027-02', now)[0]).toBe('2027-02');
});

const months = { fromMonth: '2026-03', toMonth: '2026-06' };

it.each([
  ['fromMonth', '2026-05', { fromMonth: '2026-05', toMonth: '2026-06' }],
  ['fromMonth', '2026-08', { fromMonth: '2026-08', toMonth: '2026-08' }],
  ['fromMonth', '2021-01', { fromMonth: '2021-01', toMonth: '2025-12' }],
  ['toMonth', '2026-01', { fromMonth: '2026-01', toMonth: '2026-01' }],
  ['toMonth', '2032-01', { fromMonth: '2027-02', toMonth: '2032-01' }],
] as const)(
  'keeps the months in order, and five years at most, when %s becomes %s',
  (end, month, expected) => {
    expect(withMonth(months, end, month)).toEqual(expected);
    expect(readMonths(withMonth(months, end, month))).toEqual(expected);
  },
);

it.each([
  [months, months],
  [{ fromMonth: '2026-06', toMonth: '2026-03' }, undefined],
  [{ fromMonth: '0001-01', toMonth: '2026-03' }, undefined],
  [{ fromMonth: '2026-13', toMonth: '2027-03' }, undefined],
  [{ fromMonth: '2026-01' }, undefined],
])('reads the months %o', (search, read) => {
  expect(readMonths(search)).toEqual(read);
});
