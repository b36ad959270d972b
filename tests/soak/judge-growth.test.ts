import { expect, it } from 'vitest';

import { seededRandom } from '../support/seeded-random.ts';
import { judgeGrowth, median, slopePerHour, type Series } from './judge-growth.ts';

/** Read every five seconds. @param valueAt by minutes since the first */
const read = (minutes: number, valueAt: (minute: number) => number): Series =>
  Array.from({ length: minutes * 12 + 1 }, (_, n) => ({ atMs: n * 5000, value: valueAt(n / 12) }));

/** As a heap between collections does, and by chance. */
const swing = (size: number) => {
  const random = seededRandom(7);
  return (minute: number): number => size * ((minute % 2) / 2 + random.next() - 0.75);
};

it('takes the middle value, of an even count between the two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

it('measures by least squares how much a series rises in an hour', () => {
  expect(slopePerHour(read(10, (minute) => 100 + minute * 2))).toBeCloseTo(120);
});

it('calls what swings about its place flat', () => {
  const about = swing(30);
  expect(
    judgeGrowth(
      read(40, (minute) => 180 + about(minute)),
      'residentMb',
      600,
    ),
  ).toMatchObject({ minutes: 40, isFlat: true });
});

it('calls what warms up and then stays flat', () => {
  expect(
    judgeGrowth(
      read(40, (minute) => 200 - 80 * 0.6 ** minute),
      'residentMb',
      600,
    )?.isFlat,
  ).toBe(true);
});

it('finds a leak of two megabytes a minute under the swing', () => {
  const about = swing(30);
  expect(
    judgeGrowth(
      read(40, (minute) => 180 + 2 * minute + about(minute)),
      'residentMb',
      600,
    )?.isFlat,
  ).toBe(false);
});

it('finds a live heap that rises by a megabyte a minute', () => {
  expect(
    judgeGrowth(
      read(40, (minute) => 90 + minute),
      'liveHeapMb',
      600,
    )?.isFlat,
  ).toBe(false);
});

it('calls a live heap flat that keeps of each process what caches do until they are full, and finds ten kilobytes more of each request', () => {
  const [perHour, requestsOfEach] = [3000, 100];
  const rising = (mbPerHour: number) =>
    judgeGrowth(
      read(58, (minute) => 60 + (mbPerHour * minute) / 60),
      'liveHeapMb',
      perHour,
    )?.isFlat;
  const cached = perHour * 0.021;
  expect(rising(cached)).toBe(true);
  expect(rising(cached + perHour * requestsOfEach * 0.01)).toBe(false);
});

it('finds a step at the start of the later half, which has no slope', () => {
  expect(
    judgeGrowth(
      read(40, (minute) => (minute < 20 ? 180 : 220)),
      'residentMb',
      600,
    )?.isFlat,
  ).toBe(false);
});

it('finds handles that are not closed, of few', () => {
  expect(
    judgeGrowth(
      read(40, (minute) => 40 + Math.floor(minute / 2)),
      'handles',
      600,
    )?.isFlat,
  ).toBe(false);
});

it('gives no verdict on less than a quarter of an hour', () => {
  expect(
    judgeGrowth(
      read(14, () => 180),
      'residentMb',
      600,
    ),
  ).toBeUndefined();
  expect(judgeGrowth([{ atMs: 0, value: 180 }], 'residentMb', 600)).toBeUndefined();
  expect(judgeGrowth([], 'residentMb', 600)).toBeUndefined();
});
