import { drawingOf, MAX_MARK_LENGTH, type MarkPoint, type MarkStroke } from '@lacre/contracts/mark';

/** How far a point may stray from the line that replaces it, units of the mark's box: less than the pen's width. */
const TOLERANCE = 1.2;
/** Beyond it strokes would be unrecognisable. */
const COARSEST = 12;

/** A pen's path with as few points as look the same (Ramer, Douglas, Peucker). */
export function simplified(points: readonly MarkPoint[], tolerance: number = TOLERANCE): MarkPoint[] {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return [];
  if (points.length < 3) return [first, last];
  let [farthest, most] = [0, 0];
  for (let index = 1; index < points.length - 1; index += 1) {
    const away = distance(points[index] as MarkPoint, first, last);
    if (away > most) [farthest, most] = [index, away];
  }
  if (most <= tolerance) return [first, last];
  return [
    ...simplified(points.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplified(points.slice(farthest), tolerance),
  ];
}

/** From a point to the segment between two others. */
function distance([x, y]: MarkPoint, [ax, ay]: MarkPoint, [bx, by]: MarkPoint): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/** The strokes as a drawing that fits in what is kept; undefined when there is too much of it. */
export function boundedDrawing(strokes: readonly MarkStroke[]): string | undefined {
  for (let tolerance = TOLERANCE; tolerance <= COARSEST; tolerance *= 1.6) {
    const drawing = drawingOf(strokes.map((stroke) => simplified(stroke, tolerance)));
    if (drawing.length <= MAX_MARK_LENGTH) return drawing;
  }
  return undefined;
}
