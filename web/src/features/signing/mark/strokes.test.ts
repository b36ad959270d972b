import { MARK_BOX, MAX_MARK_LENGTH, strokesOf, type MarkPoint } from '@lacre/contracts/mark';
import { describe, expect, it } from 'vitest';

import { boundedDrawing, simplified } from './strokes.ts';

const wave = (points: number): MarkPoint[] =>
  Array.from({ length: points }, (_, index) => [
    (index / points) * MARK_BOX.width,
    100 + 80 * Math.sin(index / 3),
  ]);

describe('a stroke', () => {
  it('keeps its ends and corners, and drops what lies between on a line', () => {
    const points = [
      [0, 0],
      [50, 0.4],
      [100, 0],
      [100, 50],
      [100, 100],
    ] as const;
    expect(simplified(points)).toEqual([
      [0, 0],
      [100, 0],
      [100, 100],
    ]);
  });

  it('may be a dot, and may end where it began', () => {
    expect(simplified([[5, 5]])).toEqual([
      [5, 5],
      [5, 5],
    ]);
    const loop = [
      [0, 0],
      [90, 90],
      [0, 0],
    ] as const;
    expect(simplified(loop)).toEqual(loop);
  });
});

describe('a drawing', () => {
  it('fits, however many points the pen gave', () => {
    const drawing = boundedDrawing([wave(3000), wave(2000)]);
    expect(drawing?.length).toBeLessThanOrEqual(MAX_MARK_LENGTH);
    expect(strokesOf(drawing ?? '')).toHaveLength(2);
  });

  it('is refused when even its roughest form is too long', () => {
    expect(boundedDrawing(Array.from({ length: 300 }, () => wave(50)))).toBeUndefined();
  });
});
