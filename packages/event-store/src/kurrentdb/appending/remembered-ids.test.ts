import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { derivedId } from '../../index.ts';
import { RememberedIds } from './remembered-ids.ts';

const event = (stream: string, revision: number, id: string = randomUUID()) => ({
  stream,
  id,
  revision: BigInt(revision),
});

describe('ids that are remembered', () => {
  test.each([
    ['random', () => randomUUID() as string],
    ['derived', (n: number) => derivedId('event', n)],
    ['counted', (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`],
  ])('are found at their places, %s, and no others', (_name, idOf) => {
    const ids = new RememberedIds(1_000_000);
    const all = Array.from({ length: 20_000 }, (_, n) => idOf(n));
    for (const [revision, id] of all.entries()) ids.noteRead(event('s', revision, id), 1);
    expect(ids.knownUpTo('s', 1)).toBe(20_000n);
    for (const [revision, id] of all.entries()) expect(ids.placesOf('s', id)).toContain(BigInt(revision));
    expect(ids.placesOf('s', idOf(20_001))).toEqual([]);
  });

  test('are known without a gap, from the first event on', () => {
    const ids = new RememberedIds(1000);
    ids.noteRead(event('s', 5), 1);
    expect(ids.knownUpTo('s', 1)).toBe(0n);
    ids.noteRead(event('s', 0), 1);
    ids.noteRead(event('s', 2), 1);
    expect(ids.knownUpTo('s', 1)).toBe(1n);
    ids.noteAcknowledged('s', [event('s', 1), event('s', 2)], 1n, 1);
    expect(ids.knownUpTo('s', 1)).toBe(3n);
    ids.noteAcknowledged('s', [event('s', 9)], 9n, 1);
    expect(ids.knownUpTo('s', 1)).toBe(3n);
  });

  test('count on the next connection as far as an append was acknowledged after them', () => {
    const ids = new RememberedIds(1000);
    ids.noteRead(event('s', 0), 1);
    ids.noteAcknowledged('s', [event('s', 1)], 1n, 1);
    ids.noteRead(event('s', 2), 1);
    expect(ids.knownUpTo('s', 1)).toBe(3n);
    expect(ids.knownUpTo('s', 2)).toBe(2n);
    ids.noteRead(event('s', 2), 1);
    expect(ids.knownUpTo('s', 2)).toBe(2n);
  });

  test('are forgotten by stream, the least recently used first, when there are too many', () => {
    const ids = new RememberedIds(1000);
    for (let n = 0; n < 100; n++) ids.noteRead(event('kept', n), 1);
    for (let stream = 0; stream < 100; stream++) {
      for (let n = 0; n < 10; n++) ids.noteRead(event(`s-${stream}`, n), 1);
      ids.noteRead(event('kept', 100 + stream), 1);
    }
    expect(ids.knownUpTo('kept', 1)).toBe(200n);
    expect(ids.knownUpTo('s-99', 1)).toBe(10n);
    expect(ids.knownUpTo('s-0', 1)).toBe(0n);
    const left = Array.from({ length: 100 }, (_, n) => ids.knownUpTo(`s-${n}`, 1)).filter(
      (known) => known > 0n,
    );
    expect(left.length).toBeGreaterThan(10);
    expect(left.length).toBeLessThan(40);
  });

  test('take less than 30 bytes each', () => {
    const ids = new RememberedIds(1_000_000);
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 1_000_000; n++) {
      const id = `00000000-0000-4000-8000-0000${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}`;
      ids.noteRead(event('s', n, id), 1);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
  });
});
