import { describe, expect, it } from 'vitest';

import { operations } from '../api/operations.ts';
import { curvesOf, drawingOf, MARK_BOX, MAX_MARK_LENGTH, strokesOf } from './mark.ts';

describe('a drawing', () => {
  it('is read back as it was written, within its box', () => {
    const strokes = [
      [
        [1.4, 2.6],
        [700, -5],
      ],
      [
        [10, 20],
        [30, 40],
        [50, 60],
      ],
    ] as const;
    const drawing = drawingOf(strokes);
    expect(drawing).toBe(`M1 3L${MARK_BOX.width} 0M10 20L30 40L50 60`);
    expect(strokesOf(drawing)).toEqual([
      [
        [1, 3],
        [600, 0],
      ],
      [
        [10, 20],
        [30, 40],
        [50, 60],
      ],
    ]);
  });

  it.each([
    '',
    'M1 2',
    'L1 2L3 4',
    'M1 2L3',
    'M601 0L1 1',
    'M0 201L1 1',
    'M-1 0L1 1',
    'M1 1L2 2 S',
    'M1 1 L2 2',
    `M0 0${'L1 1'.repeat(MAX_MARK_LENGTH / 4)}`,
  ])('is not %s', (text) => {
    expect(strokesOf(text)).toBeUndefined();
  });

  it('becomes curves through each of its points, with no swing at corners', () => {
    const stroke = [
      [0, 0],
      [30, 60],
      [90, 60],
    ] as const;
    const { from, curves } = curvesOf(stroke);
    expect(from).toEqual([0, 0]);
    expect(curves.at(-1)?.[2]).toEqual([90, 60]);
    expect(curves[0]?.[2]).toEqual([30, 60]);
    const [x, y] = curves[0]?.[0] ?? [100, 100];
    expect(Math.hypot(x, y)).toBeLessThanOrEqual(Math.hypot(30, 60) / 3 + 1e-9);
    expect(curvesOf([[5, 5]]).curves).toEqual([]);
  });
});

describe('signing', () => {
  const body = (mark: object) =>
    operations.sign.body.safeParse({
      signatures: [
        {
          signatureId: '5f3e1f6c-9a52-4a54-9d4c-1b7f6a3f2c22:1',
          documentId: '5f3e1f6c-9a52-4a54-9d4c-1b7f6a3f2c22',
          documentSha256: 'a'.repeat(64),
        },
      ],
      consent: { accepted: true, termsVersion: '2026-11' },
      mark,
    }).success;

  it.each([
    [{ style: 'upright' }, true],
    [{ style: 'drawn', drawing: 'M1 2L3 4' }, true],
    [{ style: 'drawn' }, false],
    [{ style: 'slanted', drawing: 'M1 2L3 4' }, false],
    [{ style: 'drawn', drawing: 'M1 2L3 4\u0000' }, false],
    [{ style: 'gothic' }, false],
  ] as const)('takes the mark %o: %s', (mark, taken) => {
    expect(body(mark)).toBe(taken);
  });
});
