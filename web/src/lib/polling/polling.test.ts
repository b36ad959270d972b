import { beforeEach, describe, expect, test } from 'vitest';

import { AWAY_AFTER_MS, noteActivity, onReturn } from './activity.ts';
import { pollInterval } from './polling.ts';

type State = { status: string };
const queryOf = (data: State | undefined) => ({ state: { data } });
const settled = (data: State) => data.status === 'finished';
const imminent = (data: State) => data.status === 'sealing';
const START = Date.now();
const after = (ms: number) => ({ now: START + ms });

beforeEach(() => noteActivity(START));

describe('polling', () => {
  test('is quick right after a change and slows down while nothing moves', () => {
    const query = queryOf({ status: 'waiting' });
    expect(pollInterval(query, settled, after(0))).toBe(1500);
    expect(pollInterval(query, settled, after(20_000))).toBe(5000);
    noteActivity(START + 600_000);
    expect(pollInterval(query, settled, after(600_000))).toBe(30_000);
  });

  test('quickens again when the answer changes', () => {
    const query = queryOf({ status: 'waiting' });
    pollInterval(query, settled, after(0));
    expect(pollInterval(query, settled, after(60_000))).toBe(15_000);
    query.state.data = { status: 'waiting' };
    expect(pollInterval(query, settled, after(60_000))).toBe(1500);
  });

  test('stays quick while the machinery is at work, and gives up hurrying when it takes long', () => {
    const query = queryOf({ status: 'sealing' });
    expect(pollInterval(query, settled, { imminent, ...after(0) })).toBe(1500);
    expect(pollInterval(query, settled, { imminent, ...after(29_000) })).toBe(1500);
    expect(pollInterval(query, settled, { imminent, ...after(40_000) })).toBe(10_000);
  });

  test('is slowest while the user is away, and their return is reported once', () => {
    const query = queryOf({ status: 'waiting' });
    pollInterval(query, settled, after(0));
    expect(pollInterval(query, settled, after(AWAY_AFTER_MS))).toBe(120_000);
    let returns = 0;
    const stop = onReturn(() => {
      returns += 1;
    });
    noteActivity(START + AWAY_AFTER_MS);
    noteActivity(START + AWAY_AFTER_MS + 1000);
    stop();
    expect(returns).toBe(1);
    expect(pollInterval(query, settled, after(AWAY_AFTER_MS))).toBe(30_000);
  });

  test('stops once nothing more can happen', () => {
    expect(pollInterval(queryOf({ status: 'finished' }), settled)).toBe(false);
  });

  test('keeps trying slowly while there is no answer yet', () => {
    expect(pollInterval(queryOf(undefined), settled)).toBe(30_000);
  });
});
