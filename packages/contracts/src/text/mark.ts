/**
 * A signer's mark on the evidence pages: their name in a style, or strokes of their own. It
 * decorates, and proves nothing: what proves is who was identified, how, and when. Known to the client too, so this
 * file needs no library.
 */

/** upright, slanted, flourish: the name as it is on record, set in type · drawn: by hand. */
export const MARK_STYLES = ['upright', 'slanted', 'flourish', 'drawn'] as const;
export type MarkStyle = (typeof MARK_STYLES)[number];

/** The box that strokes are drawn in; its units are those of their points, which are whole numbers. */
export const MARK_BOX = { width: 600, height: 200 } as const;
/** Longest drawing, characters: a long signature after simplification takes about a third. */
export const MAX_MARK_LENGTH = 4000;

/** From the box's upper left corner. */
export type MarkPoint = readonly [x: number, y: number];
/** Where the pen touched, went, and was lifted: two points at least. */
export type MarkStroke = readonly MarkPoint[];

/** Up to three digits, and no more than `most`, which is some hundreds. */
const within = (most: number): string => `(?:${most}|[0-${most / 100 - 1}]?\\d{1,2})`;
const POINT = `${within(MARK_BOX.width)} ${within(MARK_BOX.height)}`;
/** One stroke after another: `M` and its first point, `L` and each further one. */
export const DRAWING = new RegExp(`^(?:M${POINT}(?:L${POINT})+)+$`);

/** Reads a drawing; undefined when it is none: too long, malformed, or out of the box. */
export function strokesOf(drawing: string): MarkStroke[] | undefined {
  if (drawing.length > MAX_MARK_LENGTH || !DRAWING.test(drawing)) return undefined;
  return drawing
    .split('M')
    .slice(1)
    .map((stroke) =>
      stroke.split('L').map((point): MarkPoint => {
        const [x = 0, y = 0] = point.split(' ').map(Number);
        return [x, y];
      }),
    );
}

/** Writes strokes as a drawing. Points are rounded to the box's units and kept within it. */
export function drawingOf(strokes: readonly MarkStroke[]): string {
  const at = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
  const text = ([x, y]: MarkPoint) => `${at(x, MARK_BOX.width)} ${at(y, MARK_BOX.height)}`;
  return strokes.map((stroke) => `M${stroke.map(text).join('L')}`).join('');
}

/** A cubic curve on from where the pen is: two handles and an end. */
export type MarkCurve = readonly [MarkPoint, MarkPoint, MarkPoint];

/**
 * A stroke as smooth curves that go through each of its points (Catmull and Rom's spline), with handles no longer than
 * a third of their segment, so that corners do not swing out.
 */
export function curvesOf(stroke: MarkStroke): { from: MarkPoint; curves: MarkCurve[] } {
  const at = (index: number): MarkPoint => stroke[Math.min(stroke.length - 1, Math.max(0, index))] ?? [0, 0];
  const curves = stroke.slice(1).map((end, index): MarkCurve => {
    const start = at(index);
    const most = Math.hypot(end[0] - start[0], end[1] - start[1]) / 3;
    return [handle(start, at(index - 1), end, most), handle(end, at(index + 2), start, most), end];
  });
  return { from: at(0), curves };
}

/**
 * From a point along the line between its neighbours, towards the second: a sixth of their distance, `most` at most.
 */
function handle([x, y]: MarkPoint, [ax, ay]: MarkPoint, [bx, by]: MarkPoint, most: number): MarkPoint {
  const [dx, dy] = [(bx - ax) / 6, (by - ay) / 6];
  const length = Math.hypot(dx, dy);
  const share = length > most ? most / length : 1;
  return [x + dx * share, y + dy * share];
}
