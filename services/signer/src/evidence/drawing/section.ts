import { COLORS, heightOf, PAGE, type Canvas, type TextStyle } from './canvas.ts';

const HEADING: TextStyle = { size: 14, leading: 19, weight: 'bold' };
const NOTE: TextStyle = { size: 9, leading: 13, color: COLORS.muted };
const GAP_BEFORE = 23;
const GAP_AFTER = 8;

/**
 * Begins a section with its heading and, below, a sentence on the whole of it.
 *
 * @param next height of what follows first, which the heading is never parted from
 */
export function beginSection(canvas: Canvas, title: string, next: number, note = ''): void {
  const lines = note === '' ? [] : canvas.wrap(note, PAGE.width - 2 * PAGE.side, NOTE);
  const own = HEADING.leading + (lines.length > 0 ? heightOf(lines, NOTE) + 2 : 0) + GAP_AFTER;
  const before = canvas.page.index;
  canvas.reserve(GAP_BEFORE + own + next);
  if (canvas.page.index === before) canvas.y += GAP_BEFORE;
  canvas.within(canvas.root.add('H2'), () => canvas.lines([title], PAGE.side, canvas.y, HEADING));
  if (lines.length > 0) {
    const top = canvas.y + HEADING.leading + 2;
    canvas.within(canvas.root.add('P'), () => canvas.lines(lines, PAGE.side, top, NOTE));
  }
  canvas.y += own;
}
