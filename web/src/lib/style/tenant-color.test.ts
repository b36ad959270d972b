import { describe, expect, test } from 'vitest';

import { contrast, shadesOf } from './tenant-color.ts';

/** Every hue, dull and strong, dark and bright, and the extremes. */
const COLORS = ['00', '40', '80', 'c0', 'ff'].flatMap((red, _index, levels) =>
  levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)),
);
const GROUNDS = {
  light: ['#ffffff', '#fafafc', '#f4f4f8', '#efeff5'],
  dark: ['#17171e', '#0f0f14', '#121218', '#22222c'],
};

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(COLORS)('%s can be read', (color) => {
    const shades = shadesOf(color)[theme];
    for (const fill of [shades['primary-fill'], shades['primary-fill-hover']])
      expect(contrast(fill, '#ffffff'), 'white on the fill').toBeGreaterThanOrEqual(4.5);
    expect(contrast(shades['primary-ink'], shades['primary-soft']), 'ink on soft').toBeGreaterThanOrEqual(
      4.5,
    );
    expect(contrast(shades.primary, '#ffffff'), 'a white check on the mark').toBeGreaterThanOrEqual(3);
    for (const ground of GROUNDS[theme]) {
      expect(contrast(shades['primary-ink'], ground), `ink on ${ground}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(shades.primary, ground), `mark on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
});

test('a colour with contrast enough is left as it is', () => {
  expect(shadesOf('#5e35e6').light['primary-fill']).toBe('#5e35e6');
});

test('contrast is that of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
