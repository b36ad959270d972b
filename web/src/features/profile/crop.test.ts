import { expect, test } from 'vitest';

import { CENTRE, dragged, reach, squareOf } from './crop.ts';

const WIDE = { width: 400, height: 200 };

test('shows the shorter side whole, from the middle', () => {
  expect(squareOf(WIDE, CENTRE)).toEqual({ left: 100, top: 0, side: 200 });
});

test.each([
  [
    { x: 0, y: 0, zoom: 1 },
    { left: 0, top: 0, side: 200 },
  ],
  [
    { x: 1, y: 1, zoom: 1 },
    { left: 200, top: 0, side: 200 },
  ],
  [
    { x: 1, y: 1, zoom: 2 },
    { left: 300, top: 100, side: 100 },
  ],
  [
    { x: 0.5, y: 0.5, zoom: 9 },
    { left: 175, top: 75, side: 50 },
  ],
  [
    { x: 0.5, y: 0.5, zoom: 0.1 },
    { left: 100, top: 0, side: 200 },
  ],
])('%j never leaves the picture', (crop, square) => {
  expect(squareOf(WIDE, crop)).toEqual(square);
});

test('says how far the centre may go', () => {
  expect(reach(WIDE, 1)).toEqual({ x: { from: 0.25, to: 0.75 }, y: { from: 0.5, to: 0.5 } });
});

test('dragging to the right shows more of the left', () => {
  expect(dragged(WIDE, CENTRE, { x: 0.25, y: 0.25 })).toEqual({ x: 0.375, y: 0.5, zoom: 1 });
  expect(dragged(WIDE, CENTRE, { x: 5, y: 0 }).x).toBe(0.25);
});
