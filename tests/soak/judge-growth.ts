/** What was read of one thing, at moments in order. */
export type Series = readonly { atMs: number; value: number }[];

/** Of which a series is flat, and what it came to. */
export interface Growth {
  /** How long it was watched without a restart, minutes. */
  minutes: number;
  median: number;
  /** By least squares over its later half. */
  slopePerHour: number;
  secondQuarter: number;
  lastQuarter: number;
  isFlat: boolean;
}

const HOUR_MS = 3_600_000;
/** Shorter stretches hold the warm-up alone, of which nothing follows. */
const JUDGED_FROM_MS = 15 * 60_000;
/** Median of the last quarter over that of the second, what is kept of the processes between them aside. */
const MAX_QUARTERS_RATIO = 1.1;

/**
 * What bounded caches that are not full yet keep of a process (docs/performance.md, "What is held in memory"): 21 KB by heap
 * snapshots, of which half are folded streams, and half as much again.
 */
const KEPT_OF_A_PROCESS_MB = 0.032;

/**
 * What a series may rise by in an hour besides, by least squares, in its own unit, and still be called flat: the error of a
 * slope that is taken over ten minutes. Ten kilobytes that each request left behind would be 300 MB.
 */
const MAX_PER_HOUR = {
  liveHeapMb: 20,
  /** Besides the live heap what the next collection will free. */
  residentMb: 100,
  /** Of several processes, which come and go. */
  workersMb: 400,
  handles: 20,
  connections: 20,
} as const;
/** Added to what the last quarter may be: a handful of handles is none the less few. */
const ALLOWANCE = 4;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Least squares: how much the value grows in an hour. */
export function slopePerHour(series: Series): number {
  const meanAt = series.reduce((sum, { atMs }) => sum + atMs, 0) / series.length;
  const mean = series.reduce((sum, { value }) => sum + value, 0) / series.length;
  const [above, below] = series.reduce(
    ([products, squares], { atMs, value }) => [
      products + (atMs - meanAt) * (value - mean),
      squares + (atMs - meanAt) ** 2,
    ],
    [0, 0],
  );
  return (above / below) * HOUR_MS;
}

/**
 * Whether a series stays where it is: its later half rises by at most so much in an hour, and the median of its last
 * quarter is at most a tenth over that of its second; of memory, besides what is kept of the processes meanwhile. Undefined
 * of less than a quarter of an hour.
 *
 * @param processesPerHour of the load, of which memory keeps something
 */
export function judgeGrowth(
  series: Series,
  what: keyof typeof MAX_PER_HOUR,
  processesPerHour: number,
): Growth | undefined {
  const [first, last] = [series[0], series.at(-1)];
  if (first === undefined || last === undefined || last.atMs - first.atMs < JUDGED_FROM_MS) return undefined;
  const part = (from: number, to: number): Series => {
    const at = (share: number): number => first.atMs + share * (last.atMs - first.atMs);
    return series.filter(({ atMs }) => atMs >= at(from) && atMs <= at(to));
  };
  const middleOf = (some: Series): number => median(some.map(({ value }) => value));
  const figures = {
    median: middleOf(series),
    slopePerHour: Math.round(slopePerHour(part(0.5, 1)) * 10) / 10,
    secondQuarter: middleOf(part(0.25, 0.5)),
    lastQuarter: middleOf(part(0.75, 1)),
  };
  const kept = what === 'liveHeapMb' || what === 'residentMb' ? KEPT_OF_A_PROCESS_MB * processesPerHour : 0;
  // From the middle of the second quarter to that of the last.
  const keptBetween = kept * (0.5 * ((last.atMs - first.atMs) / HOUR_MS));
  return {
    minutes: Math.round((last.atMs - first.atMs) / 60_000),
    ...figures,
    isFlat:
      figures.slopePerHour <= MAX_PER_HOUR[what] + kept &&
      figures.lastQuarter <= figures.secondQuarter * MAX_QUARTERS_RATIO + ALLOWANCE + keptBetween,
  };
}
