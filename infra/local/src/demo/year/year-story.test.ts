import { brasiliaMonth } from '@lacre/contracts';
import { expect, it } from 'vitest';

import { yearBegins, yearUpTo } from './year-story.ts';

const HOUR_MS = 3_600_000;

/** Months up to that of a moment in Brasília, oldest first. */
function monthsUpTo(today: Date): string[] {
  const [year = 0, month = 0] = brasiliaMonth(today).split('-').map(Number);
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 12 + index, 1)).toISOString().slice(0, 'yyyy-mm'.length),
  );
}

/** Of each month before the present one, which today's own processes fill. */
function figuresOf(today: Date) {
  const processes = yearUpTo(today);
  const months = monthsUpTo(today);
  const created = processes.map(({ createdAt }) => brasiliaMonth(createdAt));
  const finished = processes
    .filter(({ people, acts, cancelled }) => !cancelled && acts.length === people.length)
    .filter(({ acts }) => acts.every(({ does }) => does === 'signs'))
    .map(({ acts }) => brasiliaMonth(new Date(Math.max(...acts.map(({ at }) => at.getTime())))));
  const countIn = (all: string[], month: string) => all.filter((one) => one === month).length;
  return {
    outside: created.filter((month) => !months.includes(month)),
    ahead: processes.filter(({ createdAt }) => createdAt >= today),
    months: months
      .slice(0, -1)
      .map((month) => ({ month, created: countIn(created, month), finished: countIn(finished, month) })),
  };
}

it('fills the eleven months before the present one, whatever the day and the hour', () => {
  const begin = Date.UTC(2026, 0, 1);
  const end = Date.UTC(2028, 0, 2);
  for (let at = begin; at < end; at += 11 * HOUR_MS) {
    const today = new Date(at);
    const { months, outside, ahead } = figuresOf(today);
    const poor = months.filter(({ created, finished }) => created < 2 || finished < 1);
    expect({ today, poor, outside, ahead }).toEqual({ today, poor: [], outside: [], ahead: [] });
    expect(brasiliaMonth(yearBegins(today))).toBe(monthsUpTo(today)[0]);
  }
});
