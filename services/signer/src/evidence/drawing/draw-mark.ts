import type { MarkPoint, MarkStroke } from '@lacre/contracts';
import { ERASED } from '@lacre/contracts/erased';
import { curvesOf, MARK_BOX, strokesOf } from '@lacre/contracts/mark';

import type { EvidenceParticipant } from '../evidence-facts.ts';
import { boxOf, COLORS, type Canvas, type TextStyle } from './canvas.ts';

const WIDTH = 126;
const HEIGHT = (WIDTH * MARK_BOX.height) / MARK_BOX.width;
const GAP = 16;
const BELOW: TextStyle = { size: 7.5, leading: 11, color: COLORS.muted };
/** What a mark takes at the right of a participant's facts, points. */
export const MARK_ROOM = { width: WIDTH + GAP, height: HEIGHT + BELOW.leading + 6 } as const;

const LARGEST = 17;
const SMALLEST = 8;
/** About 12 degrees. */
const SLANT = 0.21;

/**
 * How the participant had their signature look, over a line with its right end at `right`; nothing where there is none.
 */
export function drawMark(
  canvas: Canvas,
  { mark, name }: EvidenceParticipant,
  right: number,
  top: number,
): void {
  if (mark === null) return;
  const x = right - WIDTH;
  const strokes = mark.drawing === null ? undefined : strokesOf(mark.drawing);
  // Of an erased person: the place is left as it is.
  if (name === ERASED || (mark.style === 'drawn' && strokes === undefined)) return;
  const by = strokes === undefined ? 'Assinatura em letra escolhida por' : 'Assinatura desenhada por';
  const box = boxOf({ x, top, width: WIDTH, height: HEIGHT });
  canvas.within(canvas.root.add('Figure', { alt: `${by} ${name}`, box }), () => {
    if (strokes === undefined) drawName(canvas, name, mark.style, x, top);
    else for (const stroke of strokes) drawStroke(canvas, stroke, x, top);
  });
  const rule = top + HEIGHT + 2;
  const below = strokes === undefined ? 'letra escolhida ao assinar' : 'desenhada ao assinar';
  canvas.decoration(() => canvas.rule(rule, COLORS.line, x, WIDTH));
  canvas.within(canvas.root.add('P'), () => canvas.lines([below], x, rule + 2, BELOW));
}

function drawName(
  canvas: Canvas,
  name: string,
  style: NonNullable<EvidenceParticipant['mark']>['style'],
  x: number,
  top: number,
): void {
  const slant = style === 'upright' ? 0 : SLANT;
  const look = (size: number): TextStyle => ({ size, leading: size * 1.2, slant });
  const whole = canvas.widthOf(name, look(LARGEST)) + slant * LARGEST;
  const size = Math.max(SMALLEST, Math.min(LARGEST, (LARGEST * WIDTH) / whole));
  const lines = canvas.wrap(name, WIDTH - slant * size, look(size), 3);
  const baseline = top + HEIGHT - lines.length * look(size).leading - (style === 'flourish' ? 7 : 3);
  canvas.lines(lines, x, baseline, look(size));
  if (style === 'flourish') {
    const y = top + HEIGHT - 5;
    const swash = `${x + 2} ${y} m ${x + 40} ${y - 5} ${x + 84} ${y + 4} ${x + WIDTH - 6} ${y - 3} c`;
    canvas.path(`${swash} ${x + 96} ${y - 1} ${x + 70} ${y} ${x + 56} ${y + 3} c`, {
      stroke: COLORS.ink,
      width: 0.8,
    });
  }
}

function drawStroke(canvas: Canvas, stroke: MarkStroke, x: number, top: number): void {
  const scale = WIDTH / MARK_BOX.width;
  const at = ([px, py]: MarkPoint) => `${round(x + px * scale)} ${round(top + py * scale)}`;
  const { from, curves } = curvesOf(stroke);
  const path = curves.map((points) => `${points.map(at).join(' ')} c`).join(' ');
  canvas.path(`${at(from)} m ${path}`, { stroke: COLORS.ink, width: 1.1 });
}

const round = (value: number): number => Math.round(value * 100) / 100;
