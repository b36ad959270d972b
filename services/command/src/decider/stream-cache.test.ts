import type { Position } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { StreamCache, type StreamState } from './stream-cache.ts';

const at = 'position' as Position;
const folded = (cache: StreamCache, events: number): StreamState<string> => ({
  state: 'folded',
  revision: BigInt(events - 1),
  position: at,
  lastAt: '2026-03-02T12:00:00.000Z',
  appended: new Map(
    Array.from({ length: events }, (_, index) => [`${index}`, { requestHash: undefined, position: at }]),
  ),
  snapshotAt: -1n,
  since: [],
  generation: cache.generation,
});
const kept = (cache: StreamCache, names: readonly string[]) =>
  names.filter((name) => cache.get(name) !== undefined);

describe('the streams that are kept', () => {
  it('are bounded by their events, however many or long they are, those least recently used going first', () => {
    const cache = new StreamCache(1_000);
    const names = Array.from({ length: 500 }, (_, index) => `s-${index}`);
    for (const [index, name] of names.entries()) {
      cache.put(name, folded(cache, 1 + (index % 60)));
      expect(cache.weight).toBeLessThanOrEqual(1_000);
    }
    const left = kept(cache, names);
    expect(left.length).toBeGreaterThan(10);
    expect(left).toEqual(names.slice(-left.length));
    cache.put('long', folded(cache, 5_000));
    expect(kept(cache, [...names, 'long'])).toEqual(['long']);
    cache.put('short', folded(cache, 1));
    expect(kept(cache, ['long', 'short'])).toEqual(['short']);
  });
});

describe('an erasure', () => {
  it('drops the streams that name its subject, and reads under way', async () => {
    const cache = new StreamCache(1_000);
    for (const name of ['a', 'b', 'c']) cache.put(name, folded(cache, 3));
    const read = folded(cache, 4);
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const forgetting = cache.forget(() => promise);
    expect(kept(cache, ['a', 'b', 'c'])).toEqual([]);
    resolve(['b']);
    await forgetting;
    expect(kept(cache, ['a', 'b', 'c'])).toEqual(['a', 'c']);
    cache.put('a', read);
    cache.put('b', read);
    expect([cache.get('a')?.revision, cache.get('b')]).toEqual([2n, undefined]);
    cache.put('a', { ...folded(cache, 4) });
    expect(cache.get('a')?.revision).toBe(3n);
  });

  it('drops every stream when the streams of its subject cannot be looked up', async () => {
    const cache = new StreamCache(1_000);
    cache.put('a', folded(cache, 3));
    await cache.forget(() => Promise.reject(new Error('the index is not there')));
    expect([kept(cache, ['a']), cache.weight]).toEqual([[], 0]);
  });
});
