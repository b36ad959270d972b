import type { CSSProperties } from 'react';

import { cn } from '@/lib/style/cn.ts';

/** Part of a page: fractions of its width and height from the top left. */
export interface PageArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Paper is white in the dark theme too. */
const TONES = { warning: 'outline-[#7d4e00]', info: 'outline-[#1a56b0]' } as const;
export type OutlineTone = keyof typeof TONES;

const percent = (fraction: number): string => `${fraction * 100}%`;

export const areaStyle = ({ left, top, width, height }: PageArea): CSSProperties => ({
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
});

/** Readable on any page: a light line within a dark one. */
export function AreaOutline({ area, tone = 'warning' }: { area: PageArea; tone?: OutlineTone }) {
  return (
    <div
      aria-hidden="true"
      data-area
      className={cn('pointer-events-none absolute ring-1 ring-white outline-2 outline-offset-1', TONES[tone])}
      style={areaStyle(area)}
    />
  );
}
