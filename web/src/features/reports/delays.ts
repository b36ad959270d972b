import { DELAY_CLASSES } from '@lacre/contracts/report-words';

/** Within how long this part of them is: "até 4 horas". @param part from 0 to 1 */
export function withinWhich(delays: readonly number[], part: number): string | undefined {
  const total = delays.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let reached = 0;
  const found = delays.findIndex((count) => (reached += count) >= part * total);
  return DELAY_CLASSES[found]?.within;
}
