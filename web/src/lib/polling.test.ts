import { describe, expect, test } from 'vitest';

import { pollInterval } from './polling.ts';

type State = { status: string };
const queryOf = (data: State | undefined) => ({ state: { data } });
const settled = (data: State) => data.status === 'finished';

describe('polling', () => {
  test('is quick right after a change and slows down while nothing moves', () => {
    const query = queryOf({ status: 'waiting' });
    expect(pollInterval(query, settled, 0)).toBe(1500);
    expect(pollInterval(query, settled, 20_000)).toBe(5000);
    expect(pollInterval(query, settled, 600_000)).toBe(30_000);
  });

  test('quickens again when the answer changes', () => {
    const query = queryOf({ status: 'waiting' });
    pollInterval(query, settled, 0);
    expect(pollInterval(query, settled, 60_000)).toBe(15_000);
    query.state.data = { status: 'waiting' };
    expect(pollInterval(query, settled, 60_000)).toBe(1500);
  });

  test('stops once nothing more can happen', () => {
    expect(pollInterval(queryOf({ status: 'finished' }), settled)).toBe(false);
  });

  test('keeps trying slowly while there is no answer yet', () => {
    expect(pollInterval(queryOf(undefined), settled)).toBe(30_000);
  });
});
