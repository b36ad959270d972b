/** Steps that people count in. */
const STEPS = [1, 2, 5] as const;
const LINES = 4;

/** Values of the lines behind a chart, from 0 to at least the most: whole numbers, few and round. */
export function scaleOf(most: number): number[] {
  const least = Math.max(1, most) / LINES;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const step = [...STEPS.map((one) => one * power), 10 * power].find((one) => one >= least) ?? 10 * power;
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, line) => line * step);
}
