import { globSync, readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

const childrenPids = (): string[] =>
  globSync('/proc/self/task/*/children')
    .flatMap((path) => read(path).split(' '))
    .filter((pid) => pid !== '');

/** Resident memory of each process that this one has started and that still runs, bytes; Linux only. */
export function memoryOfChildren(): number[] {
  return childrenPids().map(
    (pid) => Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024,
  );
}

/** Ticks of a `/proc/…/stat`, from its fields of this number on (proc(5): 14 utime, 15 stime, 16 cutime, 17 cstime). */
const ticksIn = (stat: string, first: 14 | 16): number => {
  // The second field, the name in parentheses, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[first - 3] ?? 0) + Number(fields[first - 2] ?? 0);
};

/** Linux counts a hundred ticks a second (USER_HZ). */
const TICK_MS = 10;

/** Processor time that this process and those it started have taken so far, milliseconds; Linux only. */
export function cpuMsSoFar(): number {
  const { user, system } = process.cpuUsage();
  const running = childrenPids().map((pid) => ticksIn(read(`/proc/${pid}/stat`), 14));
  const ended = ticksIn(read('/proc/self/stat'), 16);
  return (user + system) / 1000 + running.reduce((sum, ticks) => sum + ticks, ended) * TICK_MS;
}
